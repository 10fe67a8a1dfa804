import {
  Bone,
  BufferAttribute,
  BufferGeometry,
  Group,
  type Material,
  Matrix4,
  Mesh,
  type Object3D,
  Points,
  PointsMaterial,
  Skeleton,
  SkinnedMesh,
} from "three";
import type { Model, ModelPrimitive } from "../protocol.ts";

/** A model as objects of three. */
export interface ModelScene {
  root: Group;
  /** By number of node. */
  nodes: Object3D[];
  /** By number of primitive. */
  meshes: Mesh[];
  /** The vertex colours of the file, by number of primitive; others may take their place for a while. */
  colors: ReadonlyMap<number, BufferAttribute>;
  dispose(): void;
}

/** Makes the objects. Arrays are given to the GPU as they are; primitives that share arrays share attributes. */
export function modelScene(model: Model, material: Material): ModelScene {
  const root = new Group();
  const nodes = model.nodes.map(({ name, matrix, kind }) => {
    const object = kind === "joint" ? new Bone() : new Group();
    object.name = name;
    new Matrix4().fromArray(matrix).decompose(object.position, object.quaternion, object.scale);
    return object;
  });
  model.nodes.forEach(({ parent }, i) => {
    const node = nodes[i];
    if (node) (nodes[parent] ?? root).add(node);
  });
  root.updateMatrixWorld(true);
  const skeletons = model.skins.map(({ joints, inverseBindMatrices }) => {
    const bones = joints.map((joint) => nodes[joint]).filter((node) => node instanceof Bone);
    const inverses = bones.map((_, i) => new Matrix4().fromArray(inverseBindMatrices, 16 * i));
    return new Skeleton(bones, inverses);
  });
  const attributes = new Map<ArrayLike<number>, BufferAttribute>();
  const meshes = model.primitives.map((primitive) => {
    const geometry = geometryOf(primitive, attributes);
    const skeleton = skeletons[model.nodes[primitive.node]?.skin ?? -1];
    const skinned = skeleton && primitive.joints && primitive.weights;
    const mesh = skinned ? new SkinnedMesh(geometry, material) : new Mesh(geometry, material);
    nodes[primitive.node]?.add(mesh);
    if (mesh instanceof SkinnedMesh && skeleton) {
      // "attached", the default, takes the mesh's own place off again: where it stands is its joints' business in glTF.
      mesh.bind(skeleton, new Matrix4());
    }
    if (primitive.points) mesh.add(dotsOf(geometry));
    mesh.frustumCulled = false; // posed and morphed meshes leave the box of their rest
    return mesh;
  });
  root.updateMatrixWorld(true);
  const colors = new Map<number, BufferAttribute>();
  meshes.forEach((mesh, i) => {
    const color = mesh.geometry.getAttribute("color");
    if (color instanceof BufferAttribute) colors.set(i, color);
  });
  return {
    root,
    nodes,
    meshes,
    colors,
    dispose: () => {
      for (const mesh of meshes) {
        mesh.geometry.dispose();
        for (const dots of mesh.children) if (dots instanceof Points) dots.geometry.dispose();
      }
      for (const skeleton of skeletons) skeleton.dispose();
    },
  };
}

/** One for all, as it is never changed. */
const DOTS = new PointsMaterial({ color: 0x8fa6c4, size: 3, sizeAttenuation: false });

/** The vertices of a mesh that has no triangles. */
function dotsOf(geometry: BufferGeometry): Points {
  const dots = new Points(new BufferGeometry().setAttribute("position", geometry.getAttribute("position")), DOTS);
  dots.frustumCulled = false;
  return dots;
}

function geometryOf(primitive: ModelPrimitive, known: Map<ArrayLike<number>, BufferAttribute>): BufferGeometry {
  const geometry = new BufferGeometry();
  const set = (name: string, array: Float32Array | Uint16Array | undefined, size: number) => {
    if (!array) return;
    const attribute = known.get(array) ?? new BufferAttribute(array, size);
    known.set(array, attribute);
    geometry.setAttribute(name, attribute);
  };
  geometry.setIndex(new BufferAttribute(primitive.indices, 1));
  set("position", primitive.positions, 3);
  set("normal", primitive.normals, 3);
  set("uv", primitive.uv0, 2);
  set("color", primitive.colors instanceof Float32Array ? primitive.colors : undefined, primitive.colorSize);
  set("skinIndex", primitive.joints, 4);
  set("skinWeight", primitive.weights, 4);
  if (!primitive.normals) geometry.computeVertexNormals();
  if (primitive.targets.length > 0) {
    geometry.morphTargetsRelative = true;
    geometry.morphAttributes.position = primitive.targets.map(({ positions }) => new BufferAttribute(positions, 3));
    const normals = primitive.targets.map((target) => target.normals);
    if (normals.every((array) => array !== undefined)) {
      geometry.morphAttributes.normal = normals.map((array) => new BufferAttribute(array, 3));
    }
  }
  return geometry;
}
