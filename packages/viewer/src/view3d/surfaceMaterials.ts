import {
  CanvasTexture,
  Color,
  DoubleSide,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshNormalMaterial,
  NearestFilter,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { Model, ModelTexture } from "../protocol.ts";
import type { Shading } from "../store/view.ts";

/** The colour of faces that are seen from behind. */
export const BACK_COLOR = new Color(0xe0457b);
const PLAIN = new Color(0xb9c2cf);

/** Materials of one model for every way of shading, and the textures behind them. */
export class SurfaceMaterials {
  readonly #model: Model;
  readonly #textures: (Texture | undefined)[];
  readonly #made = new Map<string, Material>();
  #companion: Texture | undefined;
  #checker: Texture | undefined;

  constructor(model: Model) {
    this.#model = model;
    this.#textures = model.textures.map(() => undefined);
  }

  /** Decodes the pictures; until then surfaces are drawn without them. */
  async loadTextures(): Promise<void> {
    await Promise.all(
      this.#model.textures.map(async (texture, i) => {
        const made = await textureOf(texture).catch(() => undefined); // a damaged picture is no reason to show nothing
        this.#textures[i] = made;
      }),
    );
    this.#forget();
  }

  /** A picture to use instead of the model's own. */
  setCompanion(bitmap: ImageBitmap | undefined): void {
    this.#companion?.dispose();
    this.#companion = undefined;
    if (bitmap) {
      this.#companion = bitmapTexture(bitmap);
      this.#companion.wrapS = RepeatWrapping;
      this.#companion.wrapT = RepeatWrapping;
    }
    this.#forget();
  }

  /**
   * The material of a primitive.
   * @param doubleSided backs are drawn as fronts; else in the warning colour
   */
  of(primitive: number, shading: Shading, doubleSided: boolean): Material {
    const part = this.#model.primitives[primitive];
    const material = this.#model.materials[part?.material ?? -1];
    const map = this.#mapOf(material?.texture ?? -1, shading, part?.uv0 !== undefined);
    const colors =
      (shading === "colors" || (shading === "texture" && map !== undefined && map !== this.#companion)) && part?.colors;
    const key = [shading, doubleSided, map?.uuid, colors ? part.colorSize : 0, material?.cutout].join();
    const known = this.#made.get(key);
    if (known) return known;
    const made = materialFor(shading, map, Boolean(colors), shading === "texture" && material?.unlit === true);
    if (!doubleSided) paintBacks(made);
    if (material?.cutout && map) made.alphaTest = 0.5;
    this.#made.set(key, made);
    return made;
  }

  #mapOf(texture: number, shading: Shading, hasUv: boolean): Texture | undefined {
    if (!hasUv) return undefined;
    if (shading === "texture") return this.#companion ?? this.#textures[texture];
    if (shading !== "uv") return undefined;
    this.#checker ??= checkerTexture();
    return this.#checker;
  }

  #forget(): void {
    for (const material of this.#made.values()) material.dispose();
    this.#made.clear();
  }

  dispose(): void {
    this.#forget();
    for (const texture of [...this.#textures, this.#companion, this.#checker]) texture?.dispose();
  }
}

function materialFor(shading: Shading, map: Texture | undefined, vertexColors: boolean, unlit: boolean): Material {
  // Surfaces step back a little where lines are drawn on them, and only there: at outlines it would show their backs.
  const common = { polygonOffset: shading === "wire", polygonOffsetFactor: 1, polygonOffsetUnits: 1, side: DoubleSide };
  if (shading === "normals") return new MeshNormalMaterial(common);
  if (shading === "weights") return new MeshLambertMaterial({ ...common, vertexColors: true });
  if (shading === "colors" || unlit) {
    return new MeshBasicMaterial({
      ...common,
      vertexColors,
      color: vertexColors || map ? 0xffffff : PLAIN,
      map: map ?? null,
    });
  }
  return new MeshLambertMaterial({ ...common, vertexColors, color: map ? 0xffffff : PLAIN, map: map ?? null });
}

/** Colours faces seen from behind, which a model that is right shows nowhere. */
function paintBacks(material: Material): void {
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    shader.uniforms.backColor = { value: BACK_COLOR };
    shader.fragmentShader = shader.fragmentShader
      .replace("void main() {", "uniform vec3 backColor;\nvoid main() {")
      .replace(/}\s*$/, "if (!gl_FrontFacing) gl_FragColor = vec4(mix(gl_FragColor.rgb, backColor, 0.8), 1.0);\n}");
  };
  material.customProgramCacheKey = () => "backs";
}

async function textureOf({ bytes, mimeType, nearest }: ModelTexture): Promise<Texture> {
  const blob = new Blob([bytes.slice()], { type: mimeType });
  const texture = bitmapTexture(
    await createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" }),
  );
  if (nearest) {
    texture.magFilter = NearestFilter;
    texture.minFilter = NearestFilter;
    texture.generateMipmaps = false;
  }
  return texture;
}

function bitmapTexture(bitmap: ImageBitmap): Texture {
  const texture = new Texture(bitmap);
  texture.colorSpace = SRGBColorSpace;
  texture.flipY = false; // glTF's origin is top-left
  texture.needsUpdate = true;
  return texture;
}

/** Squares with their column and row, so that mirrored and turned UVs can be read off. */
function checkerTexture(): Texture {
  const size = 512;
  const cells = 8;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const draw = canvas.getContext("2d");
  if (draw) {
    const step = size / cells;
    draw.font = `600 ${step * 0.36}px system-ui, sans-serif`;
    draw.textAlign = "center";
    draw.textBaseline = "middle";
    for (let y = 0; y < cells; y++) {
      for (let x = 0; x < cells; x++) {
        const hue = (x / cells) * 300;
        draw.fillStyle = `hsl(${hue} 45% ${(x + y) % 2 ? 38 + y * 2 : 68 + y * 2}%)`;
        draw.fillRect(x * step, y * step, step, step);
        draw.fillStyle = (x + y) % 2 ? "#ffffffcc" : "#000000aa";
        draw.fillText(`${String.fromCharCode(65 + x)}${y + 1}`, (x + 0.5) * step, (y + 0.52) * step);
      }
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.flipY = false;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}
