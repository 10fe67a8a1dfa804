interface Props {
  /** Which side of the split keeps its size. */
  side: "left" | "right" | "bottom";
  label: string;
}

const LIMITS = { left: [150, 480], right: [240, 720], bottom: [90, 700] } as const;
/** Pixels that an arrow key moves a border. */
const STEP = 24;

/** A border between two panes that can be dragged, or moved by arrow keys. */
export function Splitter({ side, label }: Props) {
  const resize = (pixels: number) => {
    const [least, most] = LIMITS[side];
    const size = Math.max(least, Math.min(most, pixels));
    document.documentElement.style.setProperty(`--${side}`, `${Math.round(size)}px`);
  };
  const sizeNow = () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${side}`));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a border that can be moved is a separator with a focus, which <hr> is not
    <div
      class={`splitter ${side}`}
      role="separator"
      aria-orientation={side === "bottom" ? "horizontal" : "vertical"}
      aria-label={label}
      aria-valuenow={sizeNow()}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        if (side === "left") resize(event.clientX);
        else if (side === "right") resize(window.innerWidth - event.clientX);
        else resize(window.innerHeight - event.clientY);
      }}
      onKeyDown={(event) => {
        const grow = { left: "ArrowRight", right: "ArrowLeft", bottom: "ArrowUp" }[side];
        const shrink = { left: "ArrowLeft", right: "ArrowRight", bottom: "ArrowDown" }[side];
        if (event.key === grow) resize(sizeNow() + STEP);
        else if (event.key === shrink) resize(sizeNow() - STEP);
      }}
    />
  );
}
