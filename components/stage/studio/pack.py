"""What moves on every card table, cut out: the croupier's paddle and the chips.

    blender -b -P pack.py -- paddle|chips NAME SIZE SAMPLES
"""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy
import studio
from mathutils import Vector
from studio import Shader, add, disc, plain, smooth
from table import CHIPS, SHOTS, chip, light_rig

# Metres. The middle of the blade is the origin, the handle leads along +y.
BLADE, TIP, NECK, END = (0.095, 0.150), 0.012, 0.135, 0.575


def outline(inset):
    """The blade and its neck, from the left end of the tip around to the right."""
    (width, length), radius = BLADE, TIP
    right = []
    for i in range(9):
        angle = math.radians(-90 + 90 * i / 8)
        right.append((width / 2 - radius + (radius - inset) * math.cos(angle), -length / 2 + radius + (radius - inset) * math.sin(angle)))
    for i in range(17):
        share = i / 16
        ease = share * share * (3 - 2 * share)
        right.append((width / 2 - inset + (0.009 - width / 2) * ease, 0.045 + (NECK - 0.045) * share))
    return right + [(-x, y) for x, y in reversed(right)]


def slab(name, inset, low, high, material):
    points = outline(inset)

    def fill(b):
        rows = [[b.verts.new((x, y, z)) for x, y in points] for z in (low, high)]
        b.faces.new(rows[1]), b.faces.new(list(reversed(rows[0])))
        for i in range(len(points)):
            k = (i + 1) % len(points)
            b.faces.new((rows[0][i], rows[0][k], rows[1][k], rows[1][i]))

    return studio.bevel(add(name, studio.mesh_of(name, fill), material), 0.0008, 2)


def turned(name, profile, material):
    """A round bar along the handle's axis; `profile`: places along it, and radii."""
    around = 40

    def fill(b):
        rows = [[b.verts.new((r * math.cos(2 * math.pi * k / around), y, 0.004 + r * math.sin(2 * math.pi * k / around))) for k in range(around)] for y, r in profile]
        for one, other in zip(rows, rows[1:]):
            for k in range(around):
                b.faces.new((one[k], one[(k + 1) % around], other[(k + 1) % around], other[k]))
        b.faces.new(rows[-1]), b.faces.new(list(reversed(rows[0])))

    return smooth(add(name, studio.mesh_of(name, fill), material))


def paddle():
    wood = (
        Shader("dark walnut", (0.062, 0.025, 0.012), roughness=0.5, specular=0.2, clearcoat=0.08, clearcoat_roughness=0.3)
        .mottle(16, (0.02, 0.008, 0.004), 8, (16, 1, 16)).mottle(70, (0.05, 0.02, 0.01), 4, (18, 1, 18), 0.5, 0.9).material
    )
    metal = plain("brass", (0.5, 0.32, 0.11), metallic=1, roughness=0.42)
    slab("edge", 0.0, 0.0, 0.0028, metal)
    slab("blade", 0.0026, -0.0002, 0.0034, wood)
    # The mark: the bezants of the card backs.
    for radius, depth, material in ((0.0155, 0.0072, metal), (0.0141, 0.0074, wood)):
        disc("ring", radius, depth, (0, -0.005, 0), material)
    for i in range(6):
        angle = math.radians(60 * i)
        disc("bezant", 0.0029, 0.0078, (0.0078 * math.cos(angle), -0.005 + 0.0078 * math.sin(angle), 0), metal, around=32)
    turned("ferrule", [(0.125, 0.0085), (0.127, 0.0102), (0.133, 0.0102), (0.135, 0.0094), (0.155, 0.0094), (0.157, 0.0104), (0.161, 0.0104)], metal)
    turned("handle", [(0.161, 0.0092), (0.26, 0.0108), (0.40, 0.0098), (0.53, 0.0112), (0.556, 0.0112)], wood)
    turned("cap", [(0.556, 0.0118), (0.565, 0.0118), (0.573, 0.0095), (END, 0.004)], metal)


def set_up(what, name, size, samples):
    """Renders one of them on nothing, in the light of the table."""
    studio.start(int(samples))
    light_rig()
    size = int(size)
    if what == "paddle":
        paddle()
        view = studio.camera((0, 0.25, 1), (0, 0.25, 0), 50, None)
        view.rotation_euler = (0, 0, 0)
        view.data.type, view.data.ortho_scale = "ORTHO", 0.66
        studio.export(name)
        studio.render(name, round(size * 0.16), size, transparent=True)
        return
    # One after another, as the master's camera sees a chip in the middle of the felt.
    aim = Vector(SHOTS["master"]["target"]) - Vector(SHOTS["master"]["place"])
    wide = 0.044
    for i, colour in enumerate(CHIPS):
        chip((wide * (i - (len(CHIPS) - 1) / 2), 0, 0), colour, 0.35 + i)
    view = studio.camera(-aim.normalized(), (0, 0, 0), 50, None)
    view.data.type, view.data.ortho_scale = "ORTHO", wide * len(CHIPS)
    studio.export(name)
    studio.render(name, size, round(size / len(CHIPS) * 0.8), transparent=True)


if __name__ == "__main__":
    set_up(*studio.arguments())
