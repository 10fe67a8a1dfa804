"""Imports GLBs into Blender and exports them again, as an artist would who opens and saves them.

blender --background --factory-startup --python scripts/blender/resave.py -- in.glb out.glb [in.glb out.glb ...]
"""

import sys

import numpy

# The glTF add-on of Blender 3.4 names a type that newer versions of numpy have dropped.
numpy.bool = bool

import bpy  # noqa: E402 (only inside Blender)

paths = sys.argv[sys.argv.index("--") + 1 :]
for source, target in zip(paths[::2], paths[1::2]):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=source)
    # Custom properties, which carry extras, are off by default, and so they are for most people.
    bpy.ops.export_scene.gltf(filepath=target, export_format="GLB")
    print("SAVED " + target)
