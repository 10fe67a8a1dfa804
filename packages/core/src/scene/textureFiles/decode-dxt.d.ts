declare module "decode-dxt" {
  /** RGBA bytes of blocks of 4 x 4 texels; `width` and `height` are multiples of 4. */
  export default function decode(
    blocks: DataView,
    width: number,
    height: number,
    format: "dxt1" | "dxt2" | "dxt3" | "dxt4" | "dxt5",
  ): Uint8Array;
}
