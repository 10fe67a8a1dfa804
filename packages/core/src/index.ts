export * from "./bytes/codePage.ts";
export { type FaultJson, MeshglotError } from "./bytes/fault.ts";
export { readHalf } from "./bytes/half.ts";
export { decodeLz4 } from "./bytes/lz4.ts";
export { divideSpan, leafSpans, type Span } from "./bytes/trace.ts";
export { type Edited, type Editing, type Point, RECOMPUTABLE, type Recomputable } from "./editing.ts";
export type * from "./format.ts";
export {
  BMESH_VERSION,
  type BmeshBone,
  type BmeshFile,
  type BmeshHardpoint,
  type BmeshLodPositions,
  type BmeshSection,
  emptyBmesh,
} from "./formats/bmesh/file.ts";
export { bmesh } from "./formats/bmesh/index.ts";
export type { HeaderlessFile, MeshbinBone, MeshbinFile } from "./formats/meshbin/file.ts";
export { meshbin } from "./formats/meshbin/index.ts";
export type { ClipEvent } from "./formats/msh/ani/events.ts";
export type { AniEvent, AniFile, AniTrack, AniVersion } from "./formats/msh/ani/file.ts";
export { ani } from "./formats/msh/ani/index.ts";
export { type AniKeys, keysOf, keyTable } from "./formats/msh/ani/keys.ts";
export type { CmsFile } from "./formats/msh/cms/file.ts";
export { cms } from "./formats/msh/cms/index.ts";
export { MSH_MASK, type MshControlPoint, type MshFile, type MshSubMesh } from "./formats/msh/file.ts";
export { msh } from "./formats/msh/index.ts";
export { mshMaterial } from "./formats/msh/material/index.ts";
export { mshModel } from "./formats/msh/model/index.ts";
export { modelTextOf } from "./formats/msh/model/modelText.ts";
export type { SklBone, SklFile } from "./formats/msh/skl/file.ts";
export { skl } from "./formats/msh/skl/index.ts";
export type { TextFile } from "./formats/msh/textFile.ts";
export type {
  SplashpackAtlas,
  SplashpackClut,
  SplashpackFile,
  SplashpackHeader,
  SplashpackLua,
  SplashpackMesh,
  SplashpackNavmesh,
  SplashpackObject,
} from "./formats/splashpack/file.ts";
export { splashpack } from "./formats/splashpack/index.ts";
export { placeBlocks } from "./formats/splashpack/place.ts";
export { triangleL1, triangleL3 } from "./formats/splashpack/records.ts";
export type { An11File, An13File, AnimFile, AnimId, FrameTable } from "./formats/unigine/an/file.ts";
export { framesOf, type JointMotion, motionsOf } from "./formats/unigine/an/frames.ts";
export { unigineAnim } from "./formats/unigine/an/index.ts";
export { layOutUnigine } from "./formats/unigine/blockPlaces.ts";
export { unigineBounds } from "./formats/unigine/bounds.ts";
export { collisionTreeOf } from "./formats/unigine/collision.ts";
export type * from "./formats/unigine/file.ts";
export { encodeFrame, encodeFrames } from "./formats/unigine/frames.ts";
export { unigine } from "./formats/unigine/index.ts";
export { nameOf, type UnigineName } from "./formats/unigine/names.ts";
export { estimateRamBytes } from "./formats/unigine/ramEstimate.ts";
export type { SnFile, SnProfile, SnRetarget } from "./formats/unigine/sn/file.ts";
export { unigineSkeleton } from "./formats/unigine/sn/index.ts";
export { surfacesOf } from "./formats/unigine/surfaces.ts";
export { tangentsFromUvs, type UvTangents } from "./formats/unigine/uvTangents.ts";
export type { CheckContext } from "./issues/checkContext.ts";
export type { Issue, IssueFacts, Severity } from "./issues/issue.ts";
export { type EngineProfile, FORMAT_ALONE } from "./issues/profile.ts";
export type { ReportOptions } from "./issues/report.ts";
export { ISSUE_TABLE } from "./issues/table.ts";
export { type Block, blockOf } from "./layout/block.ts";
export { column, tableOf } from "./layout/table.ts";
export type { RawText } from "./layout/text.ts";
export { animationEvents } from "./operations/animationEvents.ts";
export { type BuiltMesh, buildMesh, buildTargets, unitsPerMetreOf } from "./operations/build.ts";
export { openCompanion, texturesNamedBy } from "./operations/companion.ts";
export {
  meshToGlb,
  meshToScene,
  type SceneOptions,
  writeGlb,
  writeGlbBesideImages,
  writeGltf,
  writeObj,
} from "./operations/convert.ts";
export type { Change, ChangeKind, ElementDifferences } from "./operations/diff/change.ts";
export type { ByteDifferences, DifferentRange } from "./operations/diff/diffBytes.ts";
export { type Difference, type DiffOptions, diffMesh, IDENTICAL } from "./operations/diff/diffMesh.ts";
export type { DiffSide } from "./operations/diff/diffSide.ts";
export { externalUris, sameBeside } from "./operations/diff/sameFiles.ts";
export { addPoint, type NewPoint } from "./operations/edit/addPoint.ts";
export type { Edit, EditTarget } from "./operations/edit/edit.ts";
export { type EditOptions, type EditResult, editMesh } from "./operations/edit/editMesh.ts";
export { type ListedPoint, listPoints } from "./operations/edit/listPoints.ts";
export { movePoint } from "./operations/edit/movePoint.ts";
export { recompute } from "./operations/edit/recompute.ts";
export { removePoint } from "./operations/edit/removePoint.ts";
export { renameBone } from "./operations/edit/renameBone.ts";
export { renamePoint } from "./operations/edit/renamePoint.ts";
export { renameSurface } from "./operations/edit/renameSurface.ts";
export { setField } from "./operations/edit/setField.ts";
export { setLightmap } from "./operations/edit/setLightmap.ts";
export { type TransformStep, transform } from "./operations/edit/transform.ts";
export { type ImportOptions, importScene, type SceneKind, sceneKindOf } from "./operations/importScene.ts";
export { type Inspection, inspectMesh } from "./operations/inspect.ts";
export {
  type BytePlace,
  type LocatedArray,
  locateArray,
  locateSpan,
  placeOfRow,
  rowAtByte,
} from "./operations/locate.ts";
export { mapMesh, spanAt, spansAtByte, spanToJson } from "./operations/map.ts";
export { type OpenedMesh, type OpenOptions, openMesh } from "./operations/open.ts";
export { type RepairEntry, type RepairOptions, type RepairResult, repairMesh } from "./operations/repair.ts";
export { type ValidateOptions, type Validation, validateMesh } from "./operations/validate.ts";
export { numberText, type ScalarReader, scalarReader, valueText } from "./operations/values.ts";
export { type Verification, verifyMesh } from "./operations/verify.ts";
export { detect, FORMATS, formatById } from "./registry.ts";
export { pointInFileSpace as placeInFile } from "./scene/affine.ts";
export type { Loss } from "./scene/loss.ts";
export type { ResourceReader } from "./scene/read.ts";
export { type Curve, curveOver } from "./scene/sampling.ts";
export type { PrimitiveSource, SceneSources, SourceArray, SourceRows } from "./scene/sources.ts";
export { boundsInMetres } from "./scene/space.ts";
export { pngOf } from "./scene/textureFiles/png.ts";
