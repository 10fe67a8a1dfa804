import { type AniFile, type AniVersion, ani, keyTable, type RawText, type SklBone, type SklFile } from "@meshglot/core";

export const ascii = (text: string): RawText => ({ raw: Uint8Array.from(text, (char) => char.charCodeAt(0)) });

/** A bone as a generator describes it: centimetres and the file's own axes. */
export interface BonePlan {
  name: RawText;
  /** Number of the parent; -1 for the root. */
  parent: number;
  position: readonly [number, number, number];
  /** Turned about one axis by so many degrees. */
  turn?: { axis: 0 | 1 | 2; degrees: number };
}

type Quaternion = readonly [number, number, number, number];

/** A rotation about one axis. */
export function turned(axis: 0 | 1 | 2, degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  const q: [number, number, number, number] = [0, 0, 0, Math.cos(half)];
  q[axis] = Math.sin(half);
  return q;
}

/** First `b`, then `a`. */
function times([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function rotate(q: Quaternion, [x, y, z]: readonly [number, number, number]): [number, number, number] {
  const [rx, ry, rz] = times(times(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [rx, ry, rz];
}

/** Bones whose inverse bind transforms undo their rest pose. */
export function skeletonOf(plans: readonly BonePlan[], parts: Partial<SklFile> = {}): SklFile {
  const worlds: { position: [number, number, number]; rotation: Quaternion }[] = [];
  const bones = plans.map((plan, i): SklBone => {
    const local = plan.turn ? turned(plan.turn.axis, plan.turn.degrees) : turned(0, 0);
    const parent = worlds[plan.parent];
    const moved = parent ? rotate(parent.rotation, plan.position) : plan.position;
    const position: [number, number, number] = [
      moved[0] + (parent?.position[0] ?? 0),
      moved[1] + (parent?.position[1] ?? 0),
      moved[2] + (parent?.position[2] ?? 0),
    ];
    const rotation = parent ? times(parent.rotation, local) : local;
    worlds.push({ position, rotation });
    const inverse: Quaternion = [-rotation[0], -rotation[1], -rotation[2], rotation[3]];
    const [x, y, z] = rotate(inverse, position);
    return {
      name: plan.name,
      localPosition: Float32Array.from(plan.position),
      localRotation: Float32Array.from(local),
      inverseBindPosition: Float32Array.of(0 - x, 0 - y, 0 - z),
      inverseBindRotation: Float32Array.from(inverse, (value) => value + 0),
      objectMatrix: Float32Array.from([...rows(rotation), ...position, 1]),
      parentName: plans[plan.parent]?.name ?? ascii("NoParent"),
      childNames: plans.filter(({ parent: own }) => own === i).map(({ name }) => name),
    };
  });
  const nothing = { linkedSkeleton: ascii(""), trailing: new Uint8Array(0) };
  return { version: 1000, boneCount: bones.length, bones, ...nothing, ...parts };
}

/** The first three rows of a matrix for row vectors. */
function rows(q: Quaternion): number[] {
  return (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).flatMap((axis) => [...rotate(q, axis), 0]);
}

/** A track as a generator describes it: a place and, per key, a rotation about one axis. */
export interface TrackPlan {
  bone: RawText;
  position: readonly [number, number, number];
  axis: 0 | 1 | 2;
  /** Milliseconds and degrees. */
  keys: readonly (readonly [time: number, degrees: number])[];
}

export function animationOf(
  version: AniVersion,
  tracks: readonly TrackPlan[],
  parts: Partial<AniFile> = {},
): Uint8Array {
  const file: AniFile = {
    version: Number(version),
    eventCount: parts.events?.length ?? 0,
    events: [],
    totalTime: Math.max(0, ...tracks.flatMap(({ keys }) => keys.map(([time]) => time))),
    trackCount: tracks.length,
    tracks: tracks.map(({ bone, position, axis, keys }) => ({
      bone,
      weight: 1,
      keyCount: keys.length,
      keys: keyTable(
        {
          times: Int32Array.from(keys, ([time]) => time),
          rotations: Float32Array.from(keys.flatMap(([, degrees]) => [...turned(axis, degrees)])),
          translations: Float32Array.from(keys.flatMap(() => [...position])),
        },
        version,
      ),
    })),
    trailing: new Uint8Array(0),
    ...parts,
  };
  return ani.write(file, version);
}
