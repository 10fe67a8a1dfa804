export const MESHBIN_ISSUES = {};
