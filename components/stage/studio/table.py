"""The card table: one room for both games, whose felts differ. Millimetres on the felt are metres / 1000.

    blender -b -P table.py -- GAME SHOT [LIGHT] NAME SIZE SAMPLES
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import math
import random

import bmesh
import bpy
import studio
from mathutils import Matrix, Vector
from studio import Shader, add, ball, bevel, box, brass, disc, glow, kelvin, leather, plain, plane, smooth, softbox, spot, tube, walnut

CARD = (0.090, 0.126, 0.0003)
DEALER_EDGE = 0.345
CHIPS = {"red": (0.42, 0.012, 0.02), "blue": (0.012, 0.06, 0.3), "green": (0.008, 0.17, 0.06), "black": (0.012, 0.012, 0.014), "violet": (0.17, 0.02, 0.25), "cream": (0.72, 0.66, 0.52)}


def felt(game):
    shader = Shader("felt", (0.1, 0.2, 0.1), roughness=0.95, specular=0.12, sheen=0.5, sheen_tint=0.6).print(f"felt-{game}.png")
    shader.mottle(7, (0.0, 0.02, 0.02), 3, low=0.42, high=1.6)
    shader.bump(900, 0.6, 0.0006, 4).bump(2600, 0.5, 0.0003, 2)
    plane("felt", 1.2, 1.2, (0, 0, 0), shader.material)


def arc(radius_x, radius_y, z, centre_y, steps=72, a0=180, a1=360):
    return [
        (radius_x * math.cos(math.radians(a0 + (a1 - a0) * i / steps)), centre_y + radius_y * math.sin(math.radians(a0 + (a1 - a0) * i / steps)), z)
        for i in range(steps + 1)
    ]


def table(game):
    felt(game)
    edge = [(0.72, DEALER_EDGE, 0)] + [(x, y, z) for x, y, z in reversed(arc(0.72, 0.78, 0, 0.30))] + [(-0.72, DEALER_EDGE, 0)]
    oxblood, wood, metal = leather(), walnut(), brass()
    shift = lambda by, z: [(x * (1 + by / 0.72), y - (by if y < 0.3 else 0), z) for x, y, z in edge]
    rail = tube("rail", shift(0.055, 0.012), 0.048, oxblood, resolution=10)
    rail.scale.z = 0.8
    # The seam that holds the leather, in stitches.
    thread = plain("thread", (0.42, 0.30, 0.18), roughness=0.8)
    seam = shift(0.022, 0.036)
    for i in range(len(seam) - 1):
        a, b = Vector(seam[i]), Vector(seam[i + 1])
        steps = max(1, int((b - a).length / 0.012))
        for k in range(steps):
            p, q = a.lerp(b, k / steps), a.lerp(b, (k + 0.6) / steps)
            tube("stitch", [p, q], 0.0011, thread, resolution=1)
    tube("inlay", shift(-0.004, 0.002), 0.004, metal)
    # The dealer's side: a walnut ledge with a brass strip.
    box("ledge", (1.5, 0.10, 0.05), (0, DEALER_EDGE + 0.05, 0.0), wood, 0.008)
    box("strip", (1.5, 0.004, 0.004), (0, DEALER_EDGE, 0.012), metal, 0.001)


def clay_of(colour):
    return Shader("clay " + colour, CHIPS[colour], roughness=0.5, specular=0.4).bump(500, 0.25, 0.0004, 3).material


def spots_of(colour):
    return plain("spots " + colour, (0.78, 0.74, 0.66) if colour != "cream" else (0.35, 0.02, 0.03), roughness=0.5)


MATERIALS = {}


def chip(place, colour, turn, on_edge=False):
    if colour not in MATERIALS:
        MATERIALS[colour] = (clay_of(colour), spots_of(colour))
    clay, spots = MATERIALS[colour]
    name = "chip " + colour
    mesh = bpy.data.meshes.get(name)
    if mesh is None:
        def fill(b):
            rings = [(0.0, 0.00165), (0.0125, 0.00165), (0.0135, 0.0014), (0.0148, 0.0014), (0.0155, 0.00165), (0.0193, 0.00165), (0.0198, 0.0012), (0.0198, -0.0012), (0.0193, -0.00165), (0.0, -0.00165)]
            n = 72
            rows = [[b.verts.new((r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n), z)) for k in range(n)] if r else [b.verts.new((0, 0, z))] for r, z in rings]
            for i in range(len(rows) - 1):
                for k in range(n):
                    a, c = rows[i], rows[i + 1]
                    quad = [a[k % len(a)], c[k % len(c)], c[(k + 1) % len(c)], a[(k + 1) % len(a)]]
                    face = b.faces.new(list(dict.fromkeys(quad)))
                    outer = rings[i][0] >= 0.0155 and rings[i + 1][0] >= 0.0155 or i == 8
                    face.material_index = 1 if (i >= 4 and outer and (k % 12) < 3) or i == 2 else 0
                    face.smooth = i not in (5, 7)
            bmesh.ops.recalc_face_normals(b, faces=b.faces)
        mesh = studio.mesh_of(name, fill)
        mesh.materials.append(clay)
        mesh.materials.append(spots)
    obj = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = place
    obj.rotation_euler = (math.pi / 2, turn, 0) if on_edge else (0, 0, turn)
    return obj


def stack(x, y, colour, count, seed):
    draw = random.Random(seed)
    for k in range(count):
        chip((x + draw.uniform(-1, 1) * 0.0006, y + draw.uniform(-1, 1) * 0.0006, 0.00165 + k * 0.0033), colour, draw.uniform(0, 6.28))


def tray():
    """The float: chips on edge in rows, in a brass-lipped well."""
    wood, metal = walnut(), brass()
    width, depth, y = 0.40, 0.12, 0.232
    box("well", (width, depth, 0.004), (0, y, 0.001), plain("well", (0.008, 0.007, 0.007), roughness=0.6))
    for side in (-1, 1):
        box("lip", (0.008, depth + 0.014, 0.016), (side * (width / 2 + 0.004), y, 0.006), metal, 0.003)
        box("lip", (width + 0.016, 0.008, 0.016), (0, y + side * (depth / 2 + 0.004), 0.006), metal, 0.003)
    colours = ["cream", "red", "green", "blue", "black", "violet", "black", "green", "red"]
    draw = random.Random(3)
    for row, colour in enumerate(colours):
        x = (row - 4) * 0.0435
        count = 27 - draw.randrange(0, 8)
        for k in range(count):
            chip((x, y - depth / 2 + 0.006 + k * 0.0035, 0.012), colour, draw.uniform(0, 6.28), on_edge=True)
        if row < 8:
            box("rib", (0.003, depth, 0.012), (x + 0.02175, y, 0.005), wood, 0.001)


def card_mesh():
    w, h, r = CARD[0], CARD[1], 0.006

    def fill(b):
        outline = []
        for cx, cy, a0 in ((w / 2 - r, h / 2 - r, 0), (-w / 2 + r, h / 2 - r, 90), (-w / 2 + r, -h / 2 + r, 180), (w / 2 - r, -h / 2 + r, 270)):
            outline += [(cx + r * math.cos(math.radians(a0 + 15 * i)), cy + r * math.sin(math.radians(a0 + 15 * i)), 0) for i in range(7)]
        face = b.faces.new([b.verts.new(p) for p in outline])
        uv = b.loops.layers.uv.new()
        for loop in face.loops:
            loop[uv].uv = (loop.vert.co.x / w + 0.5, loop.vert.co.y / h + 0.5)

    return studio.mesh_of("card", fill)


def card(place, turn, material, edge):
    obj = add("card", card_mesh(), material, edge)
    obj.location, obj.rotation_euler = place, turn
    modifier = obj.modifiers.new("paper", "SOLIDIFY")
    modifier.thickness, modifier.material_offset_rim, modifier.offset = CARD[2], 1, 0
    return obj


def shoe(back, edge, open_mouth=True):
    """A smoked shoe on the dealer's left, as we see it on the right: eight decks lean in it, the next card lies in its mouth."""
    smoked = Shader("smoked", (0.03, 0.028, 0.03), roughness=0.06, transmission=0.75, ior=1.45, specular=0.6).material
    dark, metal = plain("shoe", (0.006, 0.006, 0.007), roughness=0.25, specular=0.5, clearcoat=0.6), brass()
    root = bpy.data.objects.new("shoe", None)
    bpy.context.scene.collection.objects.link(root)
    parts = []
    length, width, high = 0.26, 0.112, 0.10
    parts.append(box("base", (width, length, 0.008), (0, length / 2, 0.004), dark, 0.003))
    for side in (-1, 1):
        def fill(b, side=side):
            x = side * width / 2
            profile = [(0.0, 0.008), (length, 0.008), (length, high), (0.085, high), (0.012, 0.05)]
            a = [b.verts.new((x - 0.0022, y, z)) for y, z in profile]
            c = [b.verts.new((x + 0.0022, y, z)) for y, z in profile]
            b.faces.new(a), b.faces.new(list(reversed(c)))
            for i in range(5):
                b.faces.new([a[i], c[i], c[(i + 1) % 5], a[(i + 1) % 5]])
            bmesh.ops.recalc_face_normals(b, faces=b.faces)
        parts.append(bevel(add("side", studio.mesh_of("side", fill), smoked), 0.0012, 2))
    parts.append(box("lid", (width, 0.16, 0.004), (0, 0.175, high), smoked, 0.0012))
    parts.append(box("end", (width, 0.006, high - 0.01), (0, length, high / 2), dark, 0.002))
    # The lip that holds the deck back, with a slot for a finger.
    tilt = math.atan2(0.05, 0.073)
    for side in (-1, 1):
        parts.append(box("lip", (0.026, 0.004, 0.062), (side * 0.042, 0.043, 0.056), dark, 0.0015, (-(math.pi / 2 - tilt) * 0.62, 0, 0)))
    parts.append(box("bar", (width + 0.006, 0.006, 0.006), (0, 0.012, 0.014), metal, 0.002))
    # The decks: leaning cards as one block, its front a back.
    draw = random.Random(5)
    for k in range(36):
        y = 0.052 + k * 0.0046
        one = card((draw.uniform(-0.0008, 0.0008), y + 0.02, 0.058), (math.radians(58), 0, 0), back, edge)
        one.scale = (0.98, 0.66, 1)
        parts.append(one)
    nxt = card((0, -0.022, 0.0095), (math.radians(-3.5), 0, 0), back, edge)
    parts.append(nxt)
    for part in parts:
        part.parent = root
    root.location, root.rotation_euler = (0.262, 0.135, 0.0), (0, 0, math.radians(-24))
    return root


def discards(back, edge):
    """The rack on the other side, with the rounds before."""
    smoked = Shader("rack", (0.03, 0.028, 0.03), roughness=0.08, transmission=0.7, specular=0.6).material
    root = bpy.data.objects.new("rack", None)
    bpy.context.scene.collection.objects.link(root)
    parts = [box("floor", (0.108, 0.15, 0.005), (0, 0, 0.0025), smoked, 0.002)]
    for x, y, w, d in ((-0.053, 0, 0.004, 0.15), (0, 0.074, 0.108, 0.004), (0.053, 0.035, 0.004, 0.08)):
        parts.append(box("wall", (w, d, 0.06), (x, y, 0.03), smoked, 0.0012))
    draw = random.Random(8)
    for k in range(44):
        parts.append(card((draw.uniform(-0.002, 0.002), draw.uniform(-0.002, 0.002), 0.0058 + k * 0.0007), (0, 0, draw.uniform(-0.03, 0.03)), back, edge))
    for part in parts:
        part.parent = root
    root.location, root.rotation_euler = (-0.272, 0.205, 0), (0, 0, math.radians(14))


def room():
    """A hall behind the dealer: panelled wall, brass reveals, shaded lamps out of focus."""
    plane("floor", 8, 8, (0, 2, -0.9), plain("carpet", (0.02, 0.006, 0.008), roughness=0.9))
    panel = Shader("panel", (0.05, 0.02, 0.011), roughness=0.4, specular=0.4).mottle(5, (0.02, 0.008, 0.005), 8, (14, 1, 1)).material
    wall = plane("wall", 7, 3, (0, 2.3, 0.6), panel)
    wall.rotation_euler = (math.pi / 2, 0, 0)
    metal = brass(0.3)
    for x in range(-3, 4):
        box("reveal", (0.018, 0.02, 3), (x * 0.62 + 0.31, 2.27, 0.6), metal, 0.004)
    shade = glow("shade", kelvin(2700), 9)
    for x, y, z in ((-0.62, 1.55, 0.05), (0.62, 1.55, 0.05), (-1.25, 2.1, 0.2), (1.25, 2.1, 0.2), (0.0, 2.2, 0.55)):
        lamp = disc("shade", 0.085, 0.15, (x, y, z), shade, around=48)
        bevel(lamp, 0.03, 4)
        light = bpy.data.lights.new("lamp", "POINT")
        light.energy, light.color, light.shadow_soft_size = 14, kelvin(2700), 0.09
        studio.add_light("lamp", light, (x, y - 0.14, z - 0.02))


def light_rig(level=1.0):
    studio.hall("lobby.exr", 0.10 * level)
    softbox("key", (0.0, 0.18, 1.1), (0, 0.02, 0), 1.2, 0.4, 22 * level, kelvin(4300))
    softbox("rim left", (-0.75, 0.95, 0.62), (-0.1, 0.15, 0), 0.3, 0.3, 9 * level, kelvin(2700))
    softbox("rim right", (0.75, 0.95, 0.62), (0.1, 0.15, 0), 0.3, 0.3, 9 * level, kelvin(2700))
    softbox("fill", (0.3, -1.2, 0.9), (0, 0, 0), 0.8, 0.8, 5 * level, kelvin(6500))
    # A pool of light in the middle of the felt: the edges fall off.
    spot("pool", (0, 0.05, 1.3), (0, 0.0, 0), 32, 36 * level, kelvin(3900), 1.0, 0.12)


SHOTS = {
    "master": dict(place=(0, -0.80, 0.86), target=(0, 0.045, 0), lens=80, stop=5.6, focus=(0, 0.02, 0)),
    "squeeze": dict(place=(0, -0.36, 0.47), target=(0, 0.0, 0), lens=62, stop=5, focus=(0, 0, 0.01)),
    "rail": dict(place=(0.50, -0.34, 0.13), target=(-0.02, 0.08, 0.0), lens=70, stop=2.8, focus=(0.118, 0.0, 0)),
    "shoe": dict(place=(0.10, -0.28, 0.25), target=(0.235, 0.14, 0.02), lens=80, stop=4, focus=None),
}



def set_up(game, shot, light, name, size, samples):
    """Renders a shot of a game's table, with the light of a win if there is one."""
    studio.start(int(samples))
    back = Shader("back", (1, 1, 1), roughness=0.38, specular=0.45).print("back.png").bump(1500, 0.08, 0.0003, 2).material
    edge = plain("edge", (0.75, 0.73, 0.68), roughness=0.6)
    table(game)
    tray()
    shoe(back, edge)
    discards(back, edge)
    room()
    light_rig()
    if light != "off":
        x = {"left": -0.118, "right": 0.118, "tie": 0}[light]
        spot("win", (x * 1.6, 0.35, 0.9), (x, 0.03, 0), 17, 120, kelvin(3600), 0.5, 0.03)
    if shot in ("rail",):
        for i, (x, y, colour, n) in enumerate(((-0.16, -0.16, "red", 7), (-0.11, -0.175, "blue", 4), (-0.2, -0.13, "black", 9), (0.2, -0.15, "green", 6), (0.25, -0.12, "red", 3))):
            stack(x, y, colour, n, i)
    if shot == "squeeze":
        # The place of the card that decides, as the games' felts have it.
        x, y = {"dragontiger": (0.118, 0.030), "baccarat": (0.166, 0.050)}[game]
        for key, at in SHOTS[shot].items():
            if isinstance(at, tuple):
                SHOTS[shot][key] = (at[0] + x, at[1] + y, at[2])
    view = studio.camera(**SHOTS[shot])
    studio.export(name, matrix=studio.projection(view))
    studio.render(name, int(size))


if __name__ == "__main__":
    game, shot, *light, name, size, samples = studio.arguments()
    set_up(game, shot, light[0] if light else "off", name, size, samples)
