import type { IssueFacts } from "./issue.ts";

/** Faults that have nothing to do with one format. */
export const COMMON_ISSUES: Record<string, IssueFacts> = {
  UNKNOWN_FORMAT: {
    severity: "error",
    title: "the content is none of the formats that meshglot knows",
    consequence: "no engine of ours opens it",
    hint: "Look at the first bytes in the message; `meshglot formats` lists what can be read.",
  },
  LOOKALIKE: {
    severity: "error",
    title: "the content is another format that uses the same extension or the same first letters",
    consequence: "the engine does not load it",
  },
  UNKNOWN_DIALECT: {
    severity: "error",
    title: "the format has no such dialect",
    consequence: "nothing was read",
    hint: "Leave the option away; the dialect is detected.",
  },
  UNKNOWN_PROFILE: {
    severity: "error",
    title: "there is no such engine profile",
    consequence: "nothing was checked",
    hint: "`meshglot formats` lists the profiles of each format.",
  },
  EMPTY_FILE: { severity: "error", title: "the file has no bytes", consequence: "nothing to load" },
  LIMIT_MEMORY: {
    severity: "error",
    title: "the objects of the file would take more memory than its size allows for",
    consequence: "a damaged count, most likely",
    hint: "If the file really is that large, raise the limit with --max-memory.",
  },
  OPTION_VALUE: {
    severity: "error",
    title: "an option of a conversion has a value that it can not have",
    consequence: "nothing was written",
  },
};
