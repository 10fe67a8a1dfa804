declare module "gltf-validator" {
  export interface ValidationMessage {
    code: string;
    message: string;
    /** 0 error, 1 warning, 2 info, 3 hint. */
    severity: number;
    pointer?: string;
  }
  export interface ValidationReport {
    issues: {
      numErrors: number;
      numWarnings: number;
      numInfos: number;
      messages: ValidationMessage[];
      truncated: boolean;
    };
    info: { totalTriangleCount: number };
  }
  export function validateBytes(
    data: Uint8Array,
    options?: { maxIssues?: number; uri?: string; externalResourceFunction?: (uri: string) => Promise<Uint8Array> },
  ): Promise<ValidationReport>;
}
