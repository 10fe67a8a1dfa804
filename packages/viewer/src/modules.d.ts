declare module "virtual:cp949" {
  /** Code units of CP949 by lead and trail byte, deflated, in base64. */
  export const CP949_TABLE: string;
}
declare module "*.css";
