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
from studio import Shader, add, bevel, box, disc, glow, kelvin, leather, plain, plane, softbox, spot, tube, walnut

CARD = (0.090, 0.126, 0.0003)
DEALER_EDGE = 0.345
CHIPS = {"red": (0.42, 0.012, 0.02), "blue": (0.012, 0.06, 0.3), "green": (0.008, 0.17, 0.06), "black": (0.012, 0.012, 0.014), "violet": (0.17, 0.02, 0.25), "cream": (0.72, 0.66, 0.52)}


def brass():
    """Satin, of one roughness: relief and noise in it only sparkle."""
    return plain("brass", (0.62, 0.41, 0.16), metallic=1, roughness=0.36)


def felt(game):
    shader = Shader("felt", (0.1, 0.2, 0.1), roughness=1.0, specular=0.05, sheen=0.35, sheen_tint=0.6).print(f"felt-{game}.png")
    # Its nap, brushed across, and where hands and cards have worn it.
    shader.mottle(7, (0.0, 0.02, 0.02), 3, low=0.42, high=1.6)
    shader.mottle(120, (0.0, 0.012, 0.010), 5, (1, 2.4, 1), 0.30, 1.15)
    shader.bump(300, 0.32, 0.0010, 4, (1, 2.4, 1))
    cloth = plane("felt", 1.2, 1.2, (0, 0, 0), shader.material).data
    # It ends beneath the ledge.
    build = bmesh.new()
    build.from_mesh(cloth)
    whole = list(build.verts) + list(build.edges) + list(build.faces)
    bmesh.ops.bisect_plane(build, geom=whole, plane_co=(0, DEALER_EDGE + 0.05, 0), plane_no=(0, 1, 0), clear_outer=True)
    build.to_mesh(cloth)
    build.free()


def acrylic(name, tint=0.45):
    """Smoked sheet: what lies behind shows through it, darker."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    through, gloss, mix = (nodes.new(f"ShaderNode{kind}") for kind in ("BsdfTransparent", "BsdfGlossy", "MixShader"))
    fresnel, output = nodes.new("ShaderNodeFresnel"), nodes.new("ShaderNodeOutputMaterial")
    through.inputs["Color"].default_value = (tint, tint * 0.95, tint * 0.9, 1)
    gloss.inputs["Roughness"].default_value = 0.09
    fresnel.inputs["IOR"].default_value = 1.45
    for source, target in ((fresnel.outputs[0], mix.inputs[0]), (through.outputs[0], mix.inputs[1]), (gloss.outputs[0], mix.inputs[2]), (mix.outputs[0], output.inputs[0])):
        links.new(source, target)
    return material


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
    return Shader("clay " + colour, CHIPS[colour], roughness=0.5, specular=0.4).bump(500, 0.08, 0.0004, 3).material


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
    width, depth, y = 0.312, 0.086, 0.172
    box("well", (width, depth, 0.004), (0, y, 0.001), plain("well", (0.008, 0.007, 0.007), roughness=0.6))
    for side in (-1, 1):
        box("lip", (0.008, depth + 0.014, 0.016), (side * (width / 2 + 0.004), y, 0.006), metal, 0.003)
        box("lip", (width + 0.016, 0.008, 0.016), (0, y + side * (depth / 2 + 0.004), 0.006), metal, 0.003)
    colours = ["cream", "red", "green", "blue", "black", "violet", "red"]
    draw = random.Random(3)
    for row, colour in enumerate(colours):
        x = (row - 3) * 0.0435
        count = 22 - draw.randrange(0, 5)
        for k in range(count):
            chip((x, y - depth / 2 + 0.006 + k * 0.0035, 0.012), colour, draw.uniform(0, 6.28), on_edge=True)
        if row < 6:
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
    smoked = acrylic("smoked")
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
        parts.append(box("lip", (0.026, 0.004, 0.062), (side * 0.042, 0.043, 0.056), smoked, 0.0015, (-(math.pi / 2 - tilt) * 0.62, 0, 0)))
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
    root.location, root.rotation_euler = (0.271, 0.168, 0.0), (0, 0, math.radians(-24))
    return root


def discards(back, edge):
    """The rack on the other side, with the rounds before."""
    smoked = acrylic("rack")
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
    root.location, root.rotation_euler = (-0.274, 0.190, 0), (0, 0, math.radians(14))


def pad(x, y):
    """The leather that a card is squeezed on, stitched around."""
    width, height = 0.182, 0.154
    oxblood = Shader("pad", (0.052, 0.008, 0.009), roughness=0.58, specular=0.28).mottle(40, (0.03, 0.005, 0.006), 5, low=0.3, high=0.9).bump(220, 0.5, 0.0011, 4).material
    bevel(box("pad", (width, height, 0.006), (x, y, 0.0), oxblood), 0.0026, 4)
    thread = plain("thread", (0.55, 0.40, 0.24), roughness=0.8)
    w, h = width / 2 - 0.009, height / 2 - 0.009
    for a, b in (((-w, -h), (w, -h)), ((w, -h), (w, h)), ((w, h), (-w, h)), ((-w, h), (-w, -h))):
        p, q = Vector((x + a[0], y + a[1], 0.0031)), Vector((x + b[0], y + b[1], 0.0031))
        steps = round((q - p).length / 0.0062)
        for k in range(steps):
            tube("stitch", [p.lerp(q, (k + 0.16) / steps), p.lerp(q, (k + 0.84) / steps)], 0.0006, thread, resolution=2)


def room(shot):
    """A hall behind the dealer: panelled wall, brass reveals, shaded lamps out of focus. Each light more costs all others samples: lamps only light a hall that is in the picture."""
    plane("floor", 24, 8, (0, 2, -0.9), plain("carpet", (0.02, 0.006, 0.008), roughness=0.9))
    panel = Shader("panel", (0.05, 0.02, 0.011), roughness=0.4, specular=0.4).mottle(5, (0.02, 0.008, 0.005), 8, (14, 1, 1)).material
    wall = plane("wall", 24, 5, (0, 2.3, 0.6), panel)
    wall.rotation_euler = (math.pi / 2, 0, 0)
    metal = brass()
    for x in range(-12, 8):
        box("reveal", (0.018, 0.02, 3), (x * 0.62 + 0.31, 2.27, 0.6), metal, 0.004)
    shade = glow("shade", kelvin(2700), 9)
    shade.cycles.sample_as_light = False
    for x, y, z in LAMPS["hall" if shot == "hall" else "aside"]:
        bevel(disc("shade", 0.07, 0.12, (x, y, z), shade, around=48), 0.03, 4)
        tube("cord", [(x, y, z + 0.05), (x, y, 3)], 0.006, metal, resolution=2)
        if shot in ("rail", "shoe", "hall"):
            light = bpy.data.lights.new("lamp", "POINT")
            light.energy, light.color, light.shadow_soft_size = 14, kelvin(2700), 0.09
            studio.add_light("lamp", light, (x, y - 0.14, z - 0.02))


def light_rig():
    """One softbox and the pool that it makes on the felt; the hall is far darker."""
    studio.hall("lobby.exr", 0.045)
    softbox("key", (0.0, 0.16, 1.05), (0, 0.02, 0), 0.8, 0.34, 19, kelvin(4300))
    softbox("rim left", (-0.75, 0.95, 0.62), (-0.1, 0.15, 0), 0.3, 0.3, 6, kelvin(2700))
    softbox("rim right", (0.75, 0.95, 0.62), (0.1, 0.15, 0), 0.3, 0.3, 6, kelvin(2700))
    softbox("fill", (0.3, -1.2, 0.9), (0, 0, 0), 0.8, 0.8, 2.5, kelvin(6500))
    spot("pool", (0, 0.10, 1.3), (0, 0.03, 0), 29, 105, kelvin(4000), 1.0, 0.14)


SHOTS = {
    "master": dict(place=(0, -0.87, 0.81), target=(0, 0.05, 0), lens=82, stop=None),
    "squeeze": dict(place=(0, -0.36, 0.47), target=(0, 0.0, 0), lens=62, stop=14, focus=(0, 0, 0.01)),
    "rail": dict(place=(0.42, -0.36, 0.066), target=(-0.06, 0.09, 0.026), lens=58, stop=4.5, focus=(0.19, -0.14, 0.01)),
    "hall": dict(place=(0, -0.56, 0.34), target=(0, 0.10, 0.115), lens=38, stop=5.6, focus=(0, 0.06, 0)),
    "shoe": dict(place=(0.10, -0.26, 0.25), target=(0.245, 0.165, 0.02), lens=68, stop=11, focus=(0.25, 0.12, 0.02)),
}
# Where the hall's lamps hang: low above the ledge as the master and the hall see them, or beside it.
LAMPS = {
    "hall": ((-0.62, 1.55, -0.22), (0.62, 1.55, -0.22), (-1.3, 1.9, -0.06), (1.3, 1.9, -0.06), (0.0, 2.1, -0.2)),
    "aside": ((-0.62, 1.55, 0.05), (0.62, 1.55, 0.05), (1.25, 2.1, 0.2), (0.0, 2.2, 0.55), (-1.3, 1.9, 0.14), (-2.0, 2.1, 0.12), (-2.75, 2.1, 0.19), (-3.6, 2.1, 0.14)),
}
# The place of the card that decides, how wide a winner's light is, in degrees, and the lenses: two rows need more room.
CLOSE = {"dragontiger": (0.118, 0.035), "baccarat": (0.162, 0.040)}
WIN = {"dragontiger": 12, "baccarat": 17}
LENS = {"dragontiger": {"master": 82, "hall": 38}, "baccarat": {"master": 68, "hall": 31}}


def set_up(game, shot, light, name, size, samples):
    """Renders a shot of a game's table, with the light of a win if there is one."""
    studio.start(int(samples))
    back = Shader("back", (1, 1, 1), roughness=0.38, specular=0.45).print("back.png").material
    edge = plain("edge", (0.75, 0.73, 0.68), roughness=0.6)
    table(game)
    tray()
    shoe(back, edge)
    if shot != "rail":  # There it would only cut into the lamps.
        discards(back, edge)
    room(shot)
    light_rig()
    if light != "off":
        x = {"left": -0.118, "right": 0.118, "tie": 0}[light]
        spot("win", (x * 1.5, 0.42, 0.95), (x, 0.02, 0), WIN[game], 380, kelvin(3700), 0.35, 0.02)
    if shot == "rail":
        for i, (x, y, colour, n) in enumerate(((0.195, -0.135, "red", 7), (0.152, -0.118, "cream", 4), (0.232, -0.105, "black", 9), (0.112, -0.150, "blue", 3), (0.055, -0.105, "green", 5), (-0.12, -0.02, "violet", 6))):
            stack(x, y, colour, n, i)
    if shot == "squeeze":
        x, y = CLOSE[game]
        pad(x, y)
        for key, at in SHOTS[shot].items():
            if isinstance(at, tuple):
                SHOTS[shot][key] = (at[0] + x, at[1] + y, at[2])
    SHOTS[shot]["lens"] = LENS[game].get(shot, SHOTS[shot]["lens"])
    view = studio.camera(**SHOTS[shot])
    studio.export(name, matrix=studio.projection(view))
    studio.render(name, int(size))


if __name__ == "__main__":
    game, shot, *light, name, size, samples = studio.arguments()
    set_up(game, shot, light[0] if light else "off", name, size, samples)
