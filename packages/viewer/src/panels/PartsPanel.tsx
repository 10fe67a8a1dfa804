import type { ModelNode } from "../protocol.ts";
import { active } from "../store/files.ts";
import { selectElement, selection } from "../store/selection.ts";
import { chooseShading, hidden, morphs, overlays, poses, toggleOverlay, treeDepth, weightNode } from "../store/view.ts";
import { plural, STRINGS } from "../strings.ts";
import { treeLevels } from "../view3d/treeBoxes.ts";
import { BesideList } from "./BesideList.tsx";

/** Surfaces to show and hide, bones to turn, points, morph targets, levels of the spatial tree. */
export function PartsPanel() {
  const model = active.value?.model;
  if (!model) {
    return (
      <div class="parts">
        <BesideList />
        <p class="empty">{STRINGS.noModel}</p>
      </div>
    );
  }
  const nodes = (kind: ModelNode["kind"]) =>
    model.nodes.flatMap((node, i) => (node.kind === kind ? [{ node, i }] : []));
  const targets = [...new Set(model.primitives.flatMap((primitive) => primitive.targets.map(({ name }) => name)))];
  const [joints, points] = [nodes("joint"), nodes("point")];
  return (
    <div class="parts">
      <BesideList />
      <Surfaces />
      {targets.length > 0 && (
        <section>
          <h3>{STRINGS.morphs}</h3>
          {targets.map((name) => (
            <label key={name} class="slider">
              <span>{name}</span>
              <input
                type="range"
                min={0}
                max={1}
                step={0.01}
                value={morphs.value[name] ?? 0}
                onInput={(event) => {
                  morphs.value = { ...morphs.value, [name]: event.currentTarget.valueAsNumber };
                }}
              />
              <output>{(morphs.value[name] ?? 0).toFixed(2)}</output>
            </label>
          ))}
        </section>
      )}
      {points.length > 0 && <NodeList title={STRINGS.points} nodes={points} />}
      {joints.length > 0 && <NodeList title={STRINGS.bones} nodes={joints} />}
      {model.trees.length > 0 && (
        <section>
          <h3>{STRINGS.tree}</h3>
          <label class="slider">
            <span>{STRINGS.treeLevel}</span>
            <input
              type="range"
              min={0}
              max={Math.max(0, treeLevels(model.trees) - 1)}
              value={treeDepth.value}
              onInput={(event) => {
                treeDepth.value = event.currentTarget.valueAsNumber;
                if (!overlays.value.has("tree")) toggleOverlay("tree");
              }}
            />
            <output>{treeDepth.value}</output>
          </label>
        </section>
      )}
    </div>
  );
}

function Surfaces() {
  const primitives = active.value?.model?.primitives ?? [];
  const setAll = (visible: boolean) => {
    hidden.value = new Set(visible ? [] : primitives.map((_, i) => i));
  };
  return (
    <section>
      <h3>
        {STRINGS.surfaces}
        <span class="links">
          <button type="button" onClick={() => setAll(true)}>
            {STRINGS.all}
          </button>
          <button type="button" onClick={() => setAll(false)}>
            {STRINGS.none}
          </button>
        </span>
      </h3>
      <ul class="rows">
        {primitives.map(({ name, indices, positions, points, path }, i) => (
          <li key={`${i} ${name}`}>
            <input
              type="checkbox"
              aria-label={`${STRINGS.show} ${name}`}
              checked={!hidden.value.has(i)}
              onChange={(event) => {
                const next = new Set(hidden.value);
                if (event.currentTarget.checked) next.delete(i);
                else next.add(i);
                hidden.value = next;
              }}
            />
            <button type="button" title={path} onClick={() => selectElement({ kind: "surface", primitive: i })}>
              <span>{name}</span>
              <span class="dim">
                {points
                  ? plural(positions.length / 3, STRINGS.counts.controlPoints)
                  : plural(indices.length / 3, STRINGS.counts.triangles)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NodeList({ title, nodes }: { title: string; nodes: readonly { node: ModelNode; i: number }[] }) {
  const chosen = selection.value?.elements[0];
  const current = chosen?.kind === "node" ? chosen.node : -1;
  const all = active.value?.model?.nodes ?? [];
  return (
    <section>
      <h3>
        {title} <span class="dim">{nodes.length}</span>
      </h3>
      <ul class="rows">
        {nodes.map(({ node, i }) => (
          <li key={i} class={i === current ? "current" : ""}>
            <button
              type="button"
              style={{ paddingLeft: `${6 + 10 * (node.kind === "joint" ? depthOf(all, i) : 0)}px` }}
              onClick={() => {
                selectElement({ kind: "node", node: i });
                if (node.kind === "joint") weightNode.value = i;
              }}
            >
              <span>{node.name || `#${i}`}</span>
              {node.kind === "point" && <span class="dim">{placeText(node)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {nodes.some(({ node, i }) => i === current && node.kind === "joint") && <PoseSliders node={current} />}
    </section>
  );
}

/** Turns of one bone about its own axes, to see what hangs on it. */
function PoseSliders({ node }: { node: number }) {
  const [x, y, z] = poses.value[node] ?? [0, 0, 0];
  const set = (turn: readonly [number, number, number]) => {
    poses.value = { ...poses.value, [node]: turn };
  };
  const slider = (label: string, value: number, change: (value: number) => void) => (
    <label class="slider">
      <span>
        {STRINGS.pose} {label}
      </span>
      <input
        type="range"
        min={-180}
        max={180}
        value={value}
        onInput={(event) => change(event.currentTarget.valueAsNumber)}
      />
      <output>{value}°</output>
    </label>
  );
  return (
    <div class="pose">
      {slider("x", x, (value) => set([value, y, z]))}
      {slider("y", y, (value) => set([x, value, z]))}
      {slider("z", z, (value) => set([x, y, value]))}
      <span class="links">
        <button
          type="button"
          onClick={() => {
            poses.value = {};
          }}
        >
          {STRINGS.resetPose}
        </button>
        <button
          type="button"
          onClick={() => {
            chooseShading("weights");
            weightNode.value = node;
          }}
        >
          {STRINGS.shadings.weights}
        </button>
      </span>
    </div>
  );
}

function depthOf(nodes: readonly ModelNode[], node: number): number {
  let depth = 0;
  for (
    let at = nodes[node]?.parent ?? -1;
    at >= 0 && nodes[at]?.kind === "joint" && depth < 12;
    at = nodes[at]?.parent ?? -1
  )
    depth++;
  return depth;
}

function placeText({ matrix }: ModelNode): string {
  return matrix
    .slice(12, 15)
    .map((value) => Number(value.toFixed(3)))
    .join(" ");
}
