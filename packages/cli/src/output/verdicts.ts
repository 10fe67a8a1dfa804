import type { Result } from "../batch/attempt.ts";
import { shownPath } from "./shownPath.ts";
import { dim } from "./style.ts";
import { table } from "./table.ts";

/**
 * What came of comparing a pair.
 * - `identical`: the same bytes
 * - `equal`: other bytes, and the same within the tolerance
 * - `scene`: other bytes, and the same in all that is compared of scenes
 * - `differs`
 * - `encoding`: the same values in other bytes
 * - `onlyA`, `onlyB`: there is no pair
 */
export type Verdict = "identical" | "equal" | "scene" | "differs" | "encoding" | "onlyA" | "onlyB";

/** What nobody should have to guess of files of which no more is said than that they are the same. */
const AS_SCENES = `
"As scenes" is the same triangles with normals, tangents, UVs, vertex colours and weights, and joints and points in the
same places. Materials but for their names, textures, animations, morph targets, how joints are turned and extras were
not compared; --verbose says of each pair what it has of these.`;

/** Codes named of files that can not be read; the rest is one line. */
const CODES_SHOWN = 10;

/** Counts what came of all pairs, for the lines at the end. */
export class Verdicts {
  readonly #counts: Record<Verdict, number> = {
    identical: 0,
    equal: 0,
    scene: 0,
    differs: 0,
    encoding: 0,
    onlyA: 0,
    onlyB: 0,
  };
  readonly #codes = new Map<string, number>();
  #unreadable = 0;
  #bugs = 0;

  add({ status, verdict, code = "" }: Pick<Result, "status" | "verdict" | "code">): void {
    if (verdict) this.#counts[verdict]++;
    else if (status === "bug") this.#bugs++;
    else {
      this.#unreadable++;
      this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
    }
  }

  /**
   * A table of how many pairs are the same, differ, and so on. What there is none of is left out, save for the first two.
   * @param names the two sides
   * @param total pairs that there are, compared or not
   */
  text(names: readonly [string, string], total: number, seconds: number): string {
    const { identical, equal, scene, differs, encoding, onlyA, onlyB } = this.#counts;
    const codes = [...this.#codes].sort(([x, m], [y, n]) => n - m || (x < y ? -1 : 1));
    const others = codes.slice(CODES_SHOWN).reduce((sum, [, count]) => sum + count, 0);
    const same = identical + equal + scene;
    const compared = same + differs + encoding + onlyA + onlyB + this.#unreadable + this.#bugs;
    const counts = table(
      [
        row("the same", same),
        ...some("  in other bytes", equal),
        ...some("  as scenes", scene),
        row("differ", differs + encoding),
        ...some("  only in bytes", encoding),
        ...some(`only in ${shownPath(names[0])}`, onlyA),
        ...some(`only in ${shownPath(names[1])}`, onlyB),
        ...some("can not be read", this.#unreadable),
        ...codes.slice(0, CODES_SHOWN).map(([code, count]) => row(`  ${code}`, count)),
        ...some(`  ${codes.length - CODES_SHOWN} other codes`, others),
        ...some("broke meshglot", this.#bugs),
        ...some("not compared", total - compared),
        row(`total in ${seconds.toFixed(1)} s`, total),
      ],
      [1],
    );
    return scene > 0 ? `${counts}\n${dim(AS_SCENES)}` : counts;
  }
}

function row(what: string, count: number): string[] {
  return [what, `${count.toLocaleString("en")} ${count === 1 ? "file" : "files"}`];
}

function some(what: string, count: number): string[][] {
  return count > 0 ? [row(what, count)] : [];
}
