import { MeshglotError } from "@meshglot/core";
import { EXIT } from "./exitCodes.ts";
import { complain } from "./output/emitter.ts";
import { faultText } from "./output/faultText.ts";
import { program } from "./program.ts";

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.fine);
  complain(`meshglot: standard output can not be written: ${error.message}`);
  process.exit(EXIT.unusable);
});

try {
  await program().parseAsync();
} catch (error) {
  if (error instanceof Error && "exitCode" in error) {
    // commander's own: help and version end with 0, everything else is wrong usage
    process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.unusable;
  } else if (error instanceof MeshglotError) {
    complain(faultText("meshglot", error.toJSON()));
    process.exitCode = EXIT.unusable;
  } else {
    process.stderr.write(
      `meshglot: this is a bug of ours, please report it\n${error instanceof Error ? error.stack : error}\n`,
    );
    process.exitCode = EXIT.bug;
  }
}
