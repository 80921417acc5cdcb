"""What moves on every card table, cut out: the dealer's paddle from straight above, and chips as the master shot sees them.

    blender -b -P tools.py -- paddle|chip COLOUR NAME SIZE SAMPLES
"""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bmesh
import bpy
import studio
from table import CHIPS, SHOTS, chip, light_rig

what, *colour, name, size, samples = studio.arguments()
scene = studio.start(int(samples))

# Metres: the blade, and the handle behind it; the picture is as wide as the blade and a margin.
WIDTH, LENGTH = 0.084, 0.60


def outline():
    """Half of the paddle's edge, from the middle of its front to the end of its handle: x, y."""
    points = [(0.0, 0.0), (0.026, 0.0)]
    points += [(0.026 + 0.009 * math.sin(math.radians(a)), 0.009 - 0.009 * math.cos(math.radians(a))) for a in range(15, 91, 15)]
    points += [(0.035, 0.088)]
    points += [(0.035 - 0.0275 * (1 - math.cos(math.radians(a))), 0.088 + 0.05 * math.sin(math.radians(a))) for a in range(10, 91, 10)]
    points += [(0.0065, 0.19), (0.0058, 0.40), (0.0075, LENGTH - 0.02)]
    return points


def paddle():
    half = outline()
    around = half + [(-x, y) for x, y in reversed(half) if x > 0]

    def fill(b):
        face = b.faces.new([b.verts.new((x, y, 0)) for x, y in around])
        top = bmesh.ops.extrude_face_region(b, geom=[face])
        for vert in [v for v in top["geom"] if isinstance(v, bmesh.types.BMVert)]:
            vert.co.z += 0.004
        bmesh.ops.recalc_face_normals(b, faces=b.faces)

    wood = studio.Shader("ebony", (0.010, 0.007, 0.006), roughness=0.45, specular=0.22, clearcoat=0.12, clearcoat_roughness=0.3)
    wood.mottle(14, (0.028, 0.013, 0.008), 9, (14, 1, 14), low=0.42, high=0.7)
    body = studio.bevel(studio.add("paddle", studio.mesh_of("paddle", fill), wood.material), 0.0016, 3)
    metal = studio.brass(0.24)
    # Brass along the edge of the blade, and a ferrule where the handle begins.
    edge = [(x * 0.9, 0.0042 + y * 0.955, 0.0042) for x, y in around if y < 0.14]
    studio.tube("line", edge, 0.0009, metal, closed=True)
    studio.box("ferrule", (0.0165, 0.014, 0.0075), (0, 0.168, 0.003), metal, 0.002)
    return body


if what == "paddle":
    paddle()
    studio.hall("lobby.exr", 0.08)
    studio.softbox("key", (0.1, 0.2, 1.0), (0, 0.25, 0), 1.0, 0.5, 16, studio.kelvin(4300))
    studio.softbox("rim", (-0.5, 0.9, 0.5), (0, 0.3, 0), 0.3, 0.3, 7, studio.kelvin(2900))
    view = studio.camera((0, LENGTH / 2, 2), (0, LENGTH / 2, 0), 50, None)
    view.rotation_euler = (0, 0, 0)
    view.data.type, view.data.ortho_scale = "ORTHO", LENGTH
    studio.export(name, matrix=[])
    studio.render(name, int(int(size) * WIDTH / LENGTH), int(size), transparent=True)
else:
    chip((0, -0.05, 0.00165), colour[0], 0.4)
    light_rig()
    view = studio.camera(**{**SHOTS["master"], "stop": None})
    # The whole plate at a large scale, cropped to the chip.
    scene.render.use_border = scene.render.use_crop_to_border = True
    matrix = studio.projection(view)
    at = lambda x, y, z: [sum(row[i] * p for i, p in enumerate((x, y, z, 1))) for row in matrix]
    u, v, w = at(0, -0.05, 0.0016)
    half = 0.0225 * studio.scale_at(matrix, (0, -0.05, 0))
    scene.render.border_min_x, scene.render.border_max_x = u / w - half, u / w + half
    scene.render.border_min_y, scene.render.border_max_y = 1 - v / w - half, 1 - v / w + half
    studio.export(name, matrix=[])
    studio.render(name, int(int(size) / (2 * half)), transparent=True)
