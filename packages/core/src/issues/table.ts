import { BMESH_ISSUES } from "./bmesh.ts";
import { BUILDING_ISSUES } from "./building.ts";
import { COMMON_ISSUES } from "./common.ts";
import type { IssueFacts } from "./issue.ts";
import { LOST_SAGA_ISSUES } from "./lostSaga.ts";
import { MESHBIN_ISSUES } from "./meshbin.ts";
import { MSH_ISSUES } from "./msh.ts";
import { SPLASHPACK_ISSUES } from "./splashpack.ts";
import { UNIGINE_ISSUES } from "./unigine.ts";
import { UNIGINE_COMPANION_ISSUES } from "./unigineCompanions.ts";

/** Every code that meshglot can say, with what it means. `docs/issues.md` is generated from this. */
export const ISSUE_TABLE: Readonly<Record<string, IssueFacts>> = {
  ...COMMON_ISSUES,
  ...MSH_ISSUES,
  ...LOST_SAGA_ISSUES,
  ...MESHBIN_ISSUES,
  ...SPLASHPACK_ISSUES,
  ...BMESH_ISSUES,
  ...UNIGINE_ISSUES,
  ...UNIGINE_COMPANION_ISSUES,
  ...BUILDING_ISSUES,
};

/** The facts of a code. @throws if the code is not in the table, which is a bug of ours. */
export function issueFacts(code: string): IssueFacts {
  const facts = ISSUE_TABLE[code];
  if (!facts) throw new Error(`issue code ${code} is missing from the table`);
  return facts;
}
