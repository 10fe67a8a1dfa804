"""Imports a GLB into Blender and prints its actions as one line of JSON: seconds and animated bones.

blender --background --factory-startup --python scripts/blender/animations.py -- model.glb
"""

import json
import sys

import numpy

# The importer of Blender 3.4 names a type that newer versions of numpy have dropped.
numpy.bool = bool

import bpy  # noqa: E402 (only inside Blender)

RATE = 1000  # frames a second, so that frames are milliseconds and no key is moved

bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = RATE
bpy.ops.import_scene.gltf(filepath=sys.argv[sys.argv.index("--") + 1])

actions = []
for action in bpy.data.actions:
    paths = {curve.data_path for curve in action.fcurves}
    bones = {path.split('"')[1] for path in paths if path.startswith("pose.bones[")}
    start, end = action.frame_range
    actions.append({"name": action.name, "seconds": (end - start) / RATE, "bones": sorted(bones)})
result = {
    "actions": actions,
    "armatures": len(bpy.data.armatures),
    "bones": sum(len(armature.bones) for armature in bpy.data.armatures),
    "meshes": len(bpy.data.meshes),
    "images": [list(image.size) for image in bpy.data.images if image.size[0] > 0],
}
print("RESULT " + json.dumps(result))
