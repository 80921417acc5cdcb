"""The marble run: the course of the race as `courses.ts` lays it, in a dark hall with marbles on the terraces.

    blender -b -P race.py -- SHOT NAME SIZE SAMPLES        plates: grid wave snake hairpin neck pegs bend straight finish plinth line
    blender -b -P race.py -- white|gloss NAME SIZE SAMPLES  a marble in the light of the hall, cut out
    blender -b -P race.py -- pins:SHOT NAME SIZE SAMPLES    the pins of a shot, cut out
"""
import json
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bmesh
import bpy
import numpy
import studio
from mathutils import Matrix, Vector
from studio import Shader, add, ball, bevel, box, brass, disc, glow, kelvin, plain, plane, smooth, softbox, spot, tube

BALL = 0.035  # the width of a marble, the unit of the course
SLOPE = 0.06
MIDDLE = (24.0, 14.5)
TEAMS = [(0.55, 0.012, 0.02), (0.012, 0.07, 0.5), (0.85, 0.52, 0.02), (0.012, 0.28, 0.06), (0.25, 0.025, 0.42), (0.85, 0.23, 0.015)]


class Course:
    def __init__(self, file):
        data = json.load(open(file))
        self.step, self.start, self.length = data["step"], data["start"], data["length"]
        self.points, self.pegs = data["points"], data["pegs"]
        self.turns = self.even([b[2] - a[2] for a, b in zip(self.points, self.points[1:])] + [0], 9)

    @staticmethod
    def even(values, reach):
        """Each value as the mean of its neighbours."""
        rows = [values[max(0, i - reach) : i + reach + 1] for i in range(len(values))]
        return [sum(row) / len(row) for row in rows]

    def at(self, far, across=0.0, up=0.0):
        """A point of the course in metres: `far` along it, `across` to the right, `up` above the road, all in widths."""
        x, y, heading, _ = self.sample(far)
        px, py = x - across * math.sin(heading), y + across * math.cos(heading)
        return Vector(((px - MIDDLE[0]) * BALL, (MIDDLE[1] - py) * BALL, self.height(far) + up * BALL))

    def height(self, far):
        return SLOPE * BALL * (self.length - far)

    def sample(self, far):
        i = (far - self.start) / self.step
        k = max(0, min(len(self.points) - 2, math.floor(i)))
        share = i - k
        a, b = self.points[k], self.points[k + 1]
        turn = (b[2] - a[2] + math.pi) % (2 * math.pi) - math.pi
        return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + turn * share, a[3] + (b[3] - a[3]) * share]


def mapped(shader, layer):
    """The two parts of a map of the run: `place` is across and up, `way` is how far along and half of the road, `line` is the racing line."""
    node, parts = shader.node("ShaderNodeUVMap"), shader.node("ShaderNodeSeparateXYZ")
    node.uv_map = layer
    shader.link(node, "UV", parts, "Vector")
    return parts.outputs["X"], parts.outputs["Y"]


def sums(shader, operation, *values):
    node = shader.node("ShaderNodeMath")
    node.operation = operation
    for i, value in enumerate(values):
        if isinstance(value, (int, float)):
            node.inputs[i].default_value = value
        else:
            shader.links.new(value, node.inputs[i])
    return node.outputs[0]


def streaks(shader, x, y, detail=4):
    """Noise over two values."""
    place, noise = shader.node("ShaderNodeCombineXYZ"), shader.node("ShaderNodeTexNoise", scale=1, detail=detail)
    for value, name in ((x, "X"), (y, "Y")):
        shader.links.new(value, place.inputs[name])
    shader.link(place, "Vector", noise, "Vector")
    return noise.outputs["Fac"]


def mixed(shader, share, one, other, blend="MIX"):
    mix = shader.node("ShaderNodeMixRGB")
    mix.blend_type = blend
    for value, name in ((share, "Fac"), (one, "Color1"), (other, "Color2")):
        if isinstance(value, tuple):
            mix.inputs[name].default_value = (*value, 1)
        else:
            shader.links.new(value, mix.inputs[name])
    return mix.outputs["Color"]


def faded(shader, value, low, high):
    """1 at `low` and 0 at `high`, softly."""
    ramp = shader.node("ShaderNodeMapRange")
    ramp.interpolation_type = "SMOOTHSTEP"
    for name, number in (("From Min", low), ("From Max", high), ("To Min", 1), ("To Max", 0)):
        ramp.inputs[name].default_value = number
    shader.links.new(value, ramp.inputs["Value"])
    return ramp.outputs["Result"]


def shining(name, colour, strength):
    """Light that is seen and mirrored; what little it would cast is noise. Faces are too many to aim at."""
    material = glow(name, colour, strength)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    path, cast = nodes.new("ShaderNodeLightPath"), nodes.new("ShaderNodeMath")
    cast.operation = "MULTIPLY_ADD"
    cast.inputs[1].default_value, cast.inputs[2].default_value = -strength, strength
    links.new(path.outputs["Is Diffuse Ray"], cast.inputs[0])
    links.new(cast.outputs[0], nodes["Emission"].inputs["Strength"])
    material.cycles.sample_as_light = False
    return material


def plywood():
    """Birch: grain along the run on its top, layers on its edge."""
    shader = Shader("plywood", (0.5, 0.33, 0.18), roughness=0.4, specular=0.4, clearcoat=0.3, clearcoat_roughness=0.25)
    across, up = mapped(shader, "place")
    far, _ = mapped(shader, "way")
    grain = streaks(shader, sums(shader, "MULTIPLY", far, 0.7), sums(shader, "MULTIPLY", sums(shader, "ADD", across, up), 14), 6)
    veneer = mixed(shader, faded(shader, grain, 0.62, 0.4), (0.66, 0.455, 0.26), (0.5, 0.305, 0.15))
    # Every other layer lies across and shows its dark ends.
    layer = sums(shader, "PINGPONG", sums(shader, "MULTIPLY", sums(shader, "ADD", up, 4), 10.5), 1)
    ends = faded(shader, sums(shader, "ADD", layer, sums(shader, "MULTIPLY", grain, 0.16)), 0.56, 0.4)
    # The top is one sheet.
    on_edge = faded(shader, up, 0.355, 0.365)
    shader.links.new(mixed(shader, sums(shader, "MULTIPLY", ends, on_edge), veneer, (0.2, 0.1, 0.045)), shader.bsdf.inputs["Base Color"])
    return shader.material


def resin():
    """Charcoal, dark and smooth where marbles run, and warm beneath the rails."""
    shader = Shader("resin", (0.04, 0.041, 0.045), specular=0.5, clearcoat=0.45, clearcoat_roughness=0.14)
    across, _ = mapped(shader, "place")
    far, half = mapped(shader, "way")
    line, _ = mapped(shader, "line")
    off = sums(shader, "ABSOLUTE", sums(shader, "SUBTRACT", across, line))
    worn = streaks(shader, sums(shader, "MULTIPLY", far, 0.22), sums(shader, "MULTIPLY", across, 5), 5)
    brushed = streaks(shader, sums(shader, "MULTIPLY", far, 0.25), sums(shader, "MULTIPLY", across, 15), 4)
    rubber = sums(shader, "MULTIPLY", faded(shader, off, 0.25, 1.9), sums(shader, "ADD", worn, 0.35))
    shader.links.new(mixed(shader, rubber, mixed(shader, faded(shader, brushed, 0.62, 0.4), (0.05, 0.056, 0.07), (0.078, 0.086, 0.105)), (0.012, 0.013, 0.017)), shader.bsdf.inputs["Base Color"])
    shader.links.new(sums(shader, "SUBTRACT", 0.44, sums(shader, "MULTIPLY", rubber, 0.2)), shader.bsdf.inputs["Roughness"])
    # The strip beneath the rail, whose many faces are too much to aim light at, lights the road so.
    edge = sums(shader, "SUBTRACT", half, sums(shader, "ABSOLUTE", across))
    glow = sums(shader, "POWER", 2.718, sums(shader, "MULTIPLY", edge, -3.1))
    shader.links.new(sums(shader, "MULTIPLY", glow, sums(shader, "ADD", worn, 0.45)), shader.bsdf.inputs["Emission Strength"])
    shader.bsdf.inputs["Emission"].default_value = (*(part * 0.26 for part in kelvin(2600)), 1)
    return shader.bump(340, 0.06, 0.0006, 3).material


def kerb():
    """Paint in blocks of white and red, which pass by as marbles do."""
    shader = Shader("kerb", (0.75, 0.73, 0.68), roughness=0.45, clearcoat=0.3)
    far, _ = mapped(shader, "way")
    block = faded(shader, sums(shader, "PINGPONG", far, 0.9), 0.42, 0.48)
    shader.links.new(mixed(shader, block, (0.78, 0.76, 0.72), (0.5, 0.02, 0.02)), shader.bsdf.inputs["Base Color"])
    return shader.material


def run(course):
    """The road and its walls as one swept profile; materials: resin, paint, plywood, rail, light."""
    materials = [resin(), kerb(), plywood(), Shader("rail", (0.62, 0.6, 0.58), metallic=1, roughness=0.28).material, shining("strip", kelvin(2800), 6)]
    # Across from the middle in widths beyond the road's half, and up; the material of the piece that ends there.
    side = [(-0.46, 0.0, 0), (-0.26, 0.0, 1), (0.0, 0.03, 0), (0.06, 0.14, 0), (0.06, 0.24, 2), (0.06, 0.33, 4), (0.02, 0.33, 3), (0.02, 0.43, 3), (0.16, 0.43, 3), (0.16, 0.37, 3), (0.56, 0.37, 2), (0.56, -1.15, 2)]
    lines = course.even([max(-1, min(1, turn * 26)) for turn in course.turns], 26)

    def fill(b):
        maps = [b.loops.layers.uv.new(name) for name in ("place", "way", "line")]
        rows, uvs = [], []
        fars = [course.start + i * course.step for i in range(len(course.points))]
        for i, far in enumerate(fars):
            half = course.sample(far)[3]
            ring = [(-(half + off), up) for off, up, _ in reversed(side)] + [(half + off, up) for off, up, _ in side]
            rows.append([b.verts.new(course.at(far, across, up)) for across, up in ring])
            uvs.append([((across, up), (far, half), (lines[i] * max(0, half - 1.2), 0)) for across, up in ring])
        kinds = [kind for _, _, kind in reversed(side)][:-1] + [0] + [kind for _, _, kind in side][1:]
        for k in range(len(rows) - 1):
            for i in range(len(rows[k]) - 1):
                corners = [(k, i), (k, i + 1), (k + 1, i + 1), (k + 1, i)]
                face = b.faces.new([rows[r][c] for r, c in corners])
                face.material_index = kinds[i]
                face.smooth = True
                for loop, (r, c) in zip(face.loops, corners):
                    for layer, at in zip(maps, uvs[r][c]):
                        loop[layer].uv = at
        bmesh.ops.recalc_face_normals(b, faces=b.faces)

    obj = add("run", studio.mesh_of("run", fill), *materials)
    split = obj.modifiers.new("edges", "EDGE_SPLIT")
    split.split_angle = math.radians(40)
    # What stops marbles at its end.
    end = course.start + course.step * (len(course.points) - 1)
    half = course.sample(end)[3] + 0.56
    wall = box("end", (0.012, 2 * half * BALL, 1.6 * BALL), course.at(end, 0, -0.2), materials[2], 0.001)
    wall.rotation_euler.z = -course.sample(end)[2]


def chequers(course, far, long):
    """A chequered band across the road."""
    black, white = plain("black", (0.01, 0.01, 0.01), roughness=0.4), plain("white", (0.8, 0.8, 0.78), roughness=0.4)
    half = course.sample(far)[3] - 0.05
    across = 14
    rows = max(2, round(long / (2 * half / across)))

    def fill(b):
        for row in range(rows):
            for i in range(across):
                corners = []
                for dr, di in ((0, 0), (0, 1), (1, 1), (1, 0)):
                    corners.append(b.verts.new(course.at(far + (row + dr) * long / rows, -half + (i + di) * 2 * half / across, 0.012)))
                face = b.faces.new(corners)
                face.material_index = (row + i) % 2

    add("line", studio.mesh_of("line", fill), black, white)


APART = 2 * (3.9 - 0.62) / 5  # from lane to lane at the gate


def stalls(course):
    """Six lanes: a ring for each marble, fins between them, and lines on the road."""
    paint, metal, hole = plain("stall", (0.62, 0.60, 0.55), roughness=0.5), plain("trim", (0.78, 0.5, 0.18), roughness=0.3, metallic=1), plain("hole", (0.004, 0.004, 0.005), roughness=0.5)
    fin = plain("fin", (0.5, 0.33, 0.18), roughness=0.4, clearcoat=0.3)

    def fill(b):
        for edge in range(-2, 3):
            b.faces.new([b.verts.new(course.at(2.5 + f * 2.1, edge * APART + a * 0.03, 0.01)) for f, a in ((-1, -1), (-1, 1), (1, 1), (1, -1))])

    add("lanes", studio.mesh_of("lanes", fill), paint)
    for edge in range(-3, 4):
        across = edge * APART if abs(edge) < 3 else math.copysign(2.95 * APART, edge)
        middle = course.at(-0.3, across, 0.13)
        bevel(box("fin", (2.1 * BALL, 0.1 * BALL, 0.3 * BALL), middle, fin), 0.0009, 3)
        tube("fin", [course.at(-1.33, across, 0.29), course.at(0.73, across, 0.29)], 0.0011, metal)
    for lane in range(6):
        at = lambda around: course.at(0.54 * math.cos(around), (lane - 2.5) * APART + 0.54 * math.sin(around), 0.02)
        tube("ring", [at(math.tau * i / 48) for i in range(48)], 0.0012, metal, closed=True)
        disc("hole", 0.53 * BALL, 0.0006, course.at(0, (lane - 2.5) * APART, 0.01), hole, around=48)


def pins(course):
    steel = Shader("steel", (0.7, 0.7, 0.72), metallic=1, roughness=0.16).material
    for along, across, radius in course.pegs:
        foot, top = course.at(along, across, 0), course.at(along, across, 0.85)
        pin = disc("pin", radius * BALL, (top - foot).length, (foot + top) / 2, steel, around=40)
        bevel(pin, 0.0012, 3)
        cap = ball("pin", radius * BALL * 1.02, top, steel)
        cap.scale.z = 0.6


ROOF, GATE = 0.068, -2.0  # how high the gate's mouth is, and where, in widths


def gantry(course):
    """The house that marbles come from, and three lamps over its mouth."""
    dark, metal = plain("beam", (0.016, 0.016, 0.02), roughness=0.3, metallic=0.6), plain("trim", (0.78, 0.5, 0.18), roughness=0.3, metallic=1)
    half = course.sample(GATE)[3] + 0.6
    left, right, back = course.at(GATE, -half), course.at(GATE, half), course.at(-8.6, 0)
    middle, up = (left + right) / 2, Vector((0, 0, ROOF))
    wide, long = (left - right).length, (back - middle).length
    for foot in (left, right):
        tube("post", [foot, foot + up], 0.005, metal)
        box("side", (long, 0.006, ROOF), foot + Vector((-long / 2, 0, ROOF / 2)), dark)
    box("roof", (long, wide + 0.03, 0.008), middle + up + Vector((-long / 2, 0, 0.018)), dark, 0.003)
    box("beam", (0.014, wide + 0.03, 0.044), middle + up + Vector((0, 0, 0.006)), dark, 0.004)
    for z in (-0.013, 0.026):
        tube("trim", [left + up + Vector((0.008, 0, z)), right + up + Vector((0.008, 0, z))], 0.0013, metal)
    glass = Shader("lamp", (0.05, 0.004, 0.004), roughness=0.1, specular=0.6, clearcoat=1).material
    for place in lamps(course):
        ball("lamp", 0.0125, place, glass)
        tube("hood", [place + Vector((0.001, 0.015 * math.cos(a), 0.015 * math.sin(a))) for a in [math.tau * i / 32 for i in range(32)]], 0.0016, metal, closed=True)


def lamps(course):
    return [course.at(GATE, i * 1.6) + Vector((0.008, 0, ROOF + 0.006)) for i in (-1, 0, 1)]


COLD = (0.2, 0.46, 1)  # the light of the hall's edges
FAN = 0.015  # half the width of a spectator


def terrace(seats, draw, place, angle, long, rows):
    """Steps that rise away from a point, and who sits on them: (place, team)."""
    turn = Matrix.Translation(place) @ Matrix.Rotation(math.radians(angle), 4, "Z")
    step_material, lip = plain("step", (0.012, 0.014, 0.02), roughness=0.5), shining("lip", COLD, 0.8)
    for row in range(rows):
        y, z = row * 0.052, row * 0.034
        for size, at, material in (((long, 0.052, 0.034), (0, y, z), step_material), ((long, 0.0016, 0.002), (0, y - 0.0265, z + 0.0165), lip)):
            step = box("step", size, turn @ Vector(at), material)
            step.rotation_euler.z = math.radians(angle)
        x = -long / 2 + 0.03
        while x < long / 2 - 0.03:
            if draw.random() < 0.9:
                # Who is for one team sits together.
                block = math.floor((x + 7 + row * 0.03) / 0.17) * 5 % 6
                team = block if draw.random() < 0.6 else draw.randrange(6)
                seats.append((turn @ Vector((x, y + draw.uniform(-0.006, 0.006), z + 0.017 + FAN)), team))
            x += draw.uniform(0.0305, 0.037)


def strips(place, angle, long, back, up):
    """Lamps above a terrace."""
    turn = Matrix.Translation(place) @ Matrix.Rotation(math.radians(angle), 4, "Z")
    for i in range(4):
        strip = box("hung", (long / 4 - 0.12, 0.02, 0.012), turn @ Vector(((i - 1.5) * long / 4, back, up)), shining("hung", (0.5, 0.74, 1), 2.4))
        strip.rotation_euler.z = math.radians(angle)
        # On the road they would be noise.
        strip.visible_glossy = False


def crowd(seats):
    mesh = studio.mesh_of("fan", lambda b: bmesh.ops.create_uvsphere(b, u_segments=24, v_segments=12, radius=FAN))
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    meshes = []
    for i, colour in enumerate(TEAMS):
        own = mesh.copy()
        own.materials.append(Shader(f"fan{i}", colour, roughness=0.16, specular=0.5, clearcoat=0.8).material)
        meshes.append(own)
    for place, team in seats:
        fan = bpy.data.objects.new("fan", meshes[team])
        fan.location, fan.pass_index = place, 1
        bpy.context.scene.collection.objects.link(fan)


def lively(view, seats, limit):
    """The seats that the picture leaves free, nearest first: in sight, and hidden by nothing. Their marbles are drawn live."""
    scene, matrix = bpy.context.scene, studio.projection(view)
    graph = bpy.context.evaluated_depsgraph_get()
    eye = view.matrix_world.translation
    found = []
    for place, team in seats:
        u, v, w = [sum(row[i] * p for i, p in enumerate((*place, 1))) for row in matrix]
        if w <= 0 or not (0.01 < u / w < 0.99 and 0.12 < v / w < 0.92):
            continue
        ends = [place + Vector((0, 0, z)) for z in (-FAN * 0.6, FAN * 2.6)]
        if not any(scene.ray_cast(graph, eye, (end - eye).normalized(), distance=(end - eye).length - FAN * 2)[0] for end in ends):
            found.append((w, place, team))
    found.sort(key=lambda one: one[0])
    return [(place, team) for _, place, team in found[:limit]]


def tiles():
    """The dark floor, in blue light that fades towards the walls: light that the picture does not have to find."""
    shader = Shader("floor", (0.012, 0.013, 0.018), roughness=0.2, specular=0.5)
    place, parts = shader.node("ShaderNodeTexCoord"), shader.node("ShaderNodeSeparateXYZ")
    shader.link(place, "Object", parts, "Vector")
    x, y = parts.outputs["X"], parts.outputs["Y"]
    seams = [faded(shader, sums(shader, "PINGPONG", axis, 0.09), 0.003, 0.001) for axis in (x, y)]
    far = sums(shader, "SQRT", sums(shader, "ADD", sums(shader, "MULTIPLY", x, x), sums(shader, "MULTIPLY", y, y)))
    lit = sums(shader, "MULTIPLY", sums(shader, "MULTIPLY", *seams), faded(shader, far, 0.1, 1.7))
    shader.links.new(sums(shader, "MULTIPLY_ADD", lit, 0.9, 0.1), shader.bsdf.inputs["Emission Strength"])
    shader.bsdf.inputs["Emission"].default_value = (0.004, 0.009, 0.025, 1)
    return shader.material


def hall(course, without=()):
    """The hall around the run; the seats of its terraces, those of `without` left out."""
    plane("floor", 14, 14, (0, 0, -0.12), tiles())
    draw, seats = random.Random(11), []
    sides = {"north": ((0, 0.62, -0.06), 0, 2.4), "west": ((-1.1, 0, -0.06), 90, 1.5), "south": ((0, -0.63, -0.06), 180, 2.4), "east": ((0.98, 0, -0.06), 270, 1.5)}
    for side, (place, angle, long) in sides.items():
        if side not in without:
            terrace(seats, draw, place, angle, long, 9)
            strips(place, angle, long, 0.52, 0.43)
    # Truss with lamps far off, for what is out of focus.
    warm, cold = shining("far warm", kelvin(2700), 26), shining("far cold", kelvin(5600), 14)
    for i in range(30):
        angle = draw.uniform(0, 2 * math.pi)
        place = Vector((math.cos(angle) * 3.1, math.sin(angle) * 2.6, draw.uniform(0.3, 0.95)))
        lamp = ball("far", draw.uniform(0.012, 0.03), place, warm if draw.random() < 0.6 else cold)
        lamp.visible_glossy = False
    wall = plain("dark", (0.010, 0.010, 0.016), roughness=0.8, emission=(0.004, 0.007, 0.018, 1))
    for angle in range(0, 360, 60):
        panel = plane("wall", 5, 3, (math.cos(math.radians(angle)) * 3.8, math.sin(math.radians(angle)) * 3.8, 1), wall)
        panel.rotation_euler = (math.pi / 2, 0, math.radians(angle + 90))
    return seats


def lights():
    """A key of warm white from the south-east, cold light from behind, a strip above for its reflections: few lights, little noise."""
    dim(0.05)
    softbox("key", (0.75, -1.15, 1.15), (0, 0, 0), 0.3, 0.3, 40, kelvin(4400))
    softbox("back", (-1.25, 1.25, 0.75), (0, 0, 0), 0.5, 0.3, 20, kelvin(7600))
    softbox("strip", (0, 0.1, 1.25), (0, 0, 0), 2.4, 0.12, 7.5, kelvin(5600))


def dim(strength):
    """What little comes from the hall is not aimed at."""
    studio.hall("warehouse.exr", strength)
    bpy.context.scene.world.cycles.sampling_method = "NONE"


# What each plate has in view of the course, from far to far in widths; from where the camera looks at its middle: degrees
# to the left of the way that the course leads there, and above; lens in mm, f-number, and what is in focus.
SHOTS = {
    "grid": dict(span=(-2.6, 4.6), azimuth=17, elevation=23, lens=50, stop=30),
    "wave": dict(span=(13, 27), azimuth=40, elevation=31, lens=50, stop=30),
    "snake": dict(span=(25, 42), azimuth=-40, elevation=30, lens=50, stop=30),
    "hairpin": dict(span=(40, 60), azimuth=90, elevation=32, lens=45, stop=30),
    "neck": dict(span=(58, 76), azimuth=25, elevation=23, lens=60, stop=30),
    "pegs": dict(span=(73, 87), azimuth=35, elevation=27, lens=60, stop=30),
    "bend": dict(span=(86, 103), azimuth=-90, elevation=32, lens=50, stop=30),
    "straight": dict(span=(103, 129), azimuth=6, elevation=11, lens=110, stop=18),
    "finish": dict(span=(123, 135.5), azimuth=-124, elevation=21, lens=60, stop=30),
    "line": dict(span=(127, 130.6), azimuth=-170, elevation=6.5, lens=85, stop=3),
}


def framed(course, span, azimuth, elevation, lens, stop,):
    """A camera that has a stretch of the course in the middle of its plate, as near as that allows."""
    fars = [span[0] + (span[1] - span[0]) * i / 24 for i in range(25)]
    points = [course.at(far, s * course.sample(far)[3], up) for far in fars for s in (-1, 1) for up in (0, 1)]
    middle = sum(points, Vector()) / len(points)
    heading = -course.sample((span[0] + span[1]) / 2)[2]
    angle = heading + math.radians(azimuth)
    flat = math.cos(math.radians(elevation))
    way = Vector((math.cos(angle) * flat, math.sin(angle) * flat, math.sin(math.radians(elevation))))
    view = studio.camera(middle + way, middle, lens, stop)
    low, high = 0.25, 6.0
    for _ in range(24):
        far = (low + high) / 2
        target = middle.copy()
        seen = None
        for _ in range(6):
            view.location = target + way * far
            view.rotation_euler = studio.towards(view.location, target)
            seen = seen_by(studio.projection(view), points)
            if seen is None:
                break
            # What is seen is moved to the middle of the plate.
            off = Vector(((seen[0] + seen[1]) / 2 - 0.5, 0.5 - (seen[2] + seen[3]) / 2, 0))
            target += view.matrix_world.to_3x3() @ off * far * 36 / lens
        fits = seen is not None and seen[1] - seen[0] < 0.9 and seen[3] - seen[2] < 0.44
        low, high = (low, far) if fits else (far, high)
    view.data.dof.focus_distance = (view.location - middle).length
    return view


def seen_by(matrix, points):
    at = [[sum(row[i] * p for i, p in enumerate((*point, 1))) for row in matrix] for point in points]
    if any(w <= 0.05 for _, _, w in at):
        return None
    us, vs = [u / w for u, _, w in at], [v / w for _, v, w in at]
    return min(us), max(us), min(vs), max(vs)


def stacked():
    """Birch plywood, turned: its layers lie on one another."""
    shader = Shader("stacked", (0.5, 0.33, 0.18), roughness=0.32, specular=0.45, clearcoat=0.5, clearcoat_roughness=0.12)
    place, parts = shader.node("ShaderNodeTexCoord"), shader.node("ShaderNodeSeparateXYZ")
    shader.link(place, "Object", parts, "Vector")
    grain = shader.noise(60, 4, stretch=(1, 1, 22)).outputs["Fac"]
    layer = sums(shader, "PINGPONG", sums(shader, "MULTIPLY", parts.outputs["Z"], 620), 1)
    ends = faded(shader, sums(shader, "ADD", layer, sums(shader, "MULTIPLY", grain, 0.22)), 0.66, 0.54)
    shader.links.new(mixed(shader, ends, (0.42, 0.26, 0.135), (0.17, 0.085, 0.038)), shader.bsdf.inputs["Base Color"])
    return shader.material


def plinth():
    """Three turned blocks on a dark stage with a terrace behind; where marbles stand on them, and the seats."""
    wood, metal, hole = stacked(), plain("trim", (0.83, 0.58, 0.26), roughness=0.2, metallic=1), plain("hole", (0.004, 0.004, 0.005), roughness=0.5)
    lacquer = Shader("lacquer", (0.012, 0.013, 0.017), roughness=0.2, specular=0.5, clearcoat=1, clearcoat_roughness=0.05).material
    plane("floor", 6, 6, (0, 0, 0), Shader("stage", (0.010, 0.011, 0.014), roughness=0.12, specular=0.5, clearcoat=0.5).material)
    tops = []
    for x, y, high in ((0, 0, 0.092), (-0.063, 0.045, 0.07), (0.063, 0.045, 0.054)):
        base = Vector((x, y, 0))
        bevel(disc("block", 0.027, high - 0.016, base + Vector((0, 0, (high - 0.016) / 2)), wood), 0.0008, 3)
        bevel(disc("cap", 0.0285, 0.014, base + Vector((0, 0, high - 0.007)), lacquer), 0.0022, 5)
        for z, wide in ((0.004, 0.0276), (high - 0.015, 0.0289), (high - 0.0035, 0.0289)):
            disc("band", wide, 0.0016, base + Vector((0, 0, z)), metal)
        top = base + Vector((0, 0, high + 0.0005))
        disc("hole", 0.0186, 0.0004, top, hole)
        tube("ring", [top + 0.0192 * Vector((math.cos(math.tau * i / 64), math.sin(math.tau * i / 64), 0)) for i in range(64)], 0.0011, metal, closed=True)
        tops.append(top)
    seats = []
    terrace(seats, random.Random(5), (0, 0.3, 0.01), 0, 1.5, 7)
    wall = plane("wall", 5, 3, (0, 1.2, 0), plain("dark", (0.010, 0.011, 0.016), roughness=0.8))
    wall.rotation_euler.x = math.pi / 2
    strips((0, 0.3, 0.01), 0, 1.5, 0.42, 0.28)
    return tops, seats


def shifted(image, dx, dy):
    """A picture moved by some pixels; its edge repeats."""
    high, wide = image.shape[:2]
    rows = numpy.clip(numpy.arange(high) + dy, 0, high - 1)
    columns = numpy.clip(numpy.arange(wide) + dx, 0, wide - 1)
    return image[rows][:, columns]


def even(light, normal, depth, levels):
    """Light without its grain: the mean of ever farther neighbours on the same surface that are about as bright."""
    around = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    # What is far brighter than all but two of those around it is a speck.
    bright = light.sum(2)
    third = numpy.sort(numpy.stack([shifted(bright, *off) for off in around]), 0)[-3]
    light = light * numpy.minimum(1, (third + 1e-4) / (bright + 1e-4))[..., None]
    for level in range(levels):
        step = 2**level
        bright = numpy.log1p(4 * light.sum(2))
        near = numpy.stack([shifted(bright, *off) for off in around])
        mean, spread = near.mean(0), near.std(0)
        grain = sum(shifted(spread, dx * step, dy * step) for dx, dy in around) / 9 + 0.004
        total, weights = numpy.zeros_like(light), numpy.zeros(bright.shape, "f")
        for dx, dy in around:
            at = (dx * step, dy * step)
            alike = numpy.clip((normal * shifted(normal, *at)).sum(2), 0, 1) ** 48 + 1e-4
            off = abs(mean - shifted(mean, *at)) / (1.6 * grain) + abs(depth - shifted(depth, *at)) / (0.006 * step * depth)
            weight = alike * numpy.exp(-off) * (2 - abs(dx)) * (2 - abs(dy))
            total += weight[..., None] * shifted(light, *at)
            weights += weight
        light = total / weights[..., None]
    return light


LIGHT = ("DiffDir", "DiffInd", "DiffCol", "GlossDir", "GlossInd", "GlossCol", "Emit", "Env")


def plate(scene, name, size):
    """Renders light and colours by themselves, evens out the light, and lays it on the colours, which keep their texture."""
    layer, lens = scene.view_layers[0], scene.camera.data
    lens.dof.use_dof = False
    for kind in ("diffuse_direct", "diffuse_indirect", "diffuse_color", "glossy_direct", "glossy_indirect", "glossy_color", "emit", "environment", "z", "normal", "object_index"):
        setattr(layer, f"use_pass_{kind}", True)
    scene.use_nodes = True
    nodes, link = scene.node_tree.nodes, scene.node_tree.links.new
    nodes.clear()
    source, files = nodes.new("CompositorNodeRLayers"), nodes.new("CompositorNodeOutputFile")
    files.base_path, files.format.file_format, files.format.color_depth = studio.work(f"{name}-"), "OPEN_EXR", "32"
    files.file_slots.clear()
    for kind in (*LIGHT, "Normal", "Depth", "IndexOB"):
        files.file_slots.new(kind)
        link(source.outputs[kind], files.inputs[kind])
    scene.render.resolution_x = scene.render.resolution_y = size
    bpy.ops.render.render()

    def read(kind):
        image = bpy.data.images.load(studio.work(f"{name}-/{kind}0001.exr"))
        image.colorspace_settings.name = "Raw"
        data = numpy.empty(size * size * 4, "f")
        image.pixels.foreach_get(data)
        return numpy.nan_to_num(data.reshape(size, size, 4)[..., :3])

    parts = {kind: read(kind) for kind in (*LIGHT, "Normal", "IndexOB")}
    depth = numpy.minimum(read("Depth")[..., 0], 99)
    normal = parts["Normal"] / (numpy.linalg.norm(parts["Normal"], axis=2, keepdims=True) + 1e-6)
    picture = parts["Emit"] + parts["Env"]
    for kind in ("Diff", "Gloss"):
        light = parts[f"{kind}Dir"] + parts[f"{kind}Ind"]
        # Spectators are too small for more.
        light = numpy.where(parts["IndexOB"][..., :1] > 0, even(light, normal, depth, 1), even(light, normal, depth, 5))
        picture += light * parts[f"{kind}Col"]
    # How wide a point is out of focus, by the law of lenses: metres on the sensor of 36 mm, then half of it in pixels.
    long, focus = lens.lens / 1000, lens.dof.focus_distance
    blurred = abs(depth - focus) / depth * long**2 / (lens.dof.aperture_fstop * (focus - long)) * size / 0.072
    layer.use = False
    nodes.clear()
    blur, out = nodes.new("CompositorNodeDefocus"), nodes.new("CompositorNodeComposite")
    blur.use_zbuffer, blur.use_preview, blur.blur_max, blur.bokeh = False, False, 40, "CIRCLE"
    for data, to in ((picture, "Image"), (numpy.repeat(blurred[..., None], 3, 2), "Z")):
        node = nodes.new("CompositorNodeImage")
        node.image = bpy.data.images.new(to, size, size, float_buffer=True)
        node.image.pixels.foreach_set(numpy.dstack([data, numpy.ones((size, size), "f")]).astype("f").ravel())
        link(node.outputs["Image"], blur.inputs[to])
    link(blur.outputs["Image"], out.inputs["Image"])
    studio.render(name, size)


what, name, size, samples = studio.arguments()
scene = studio.start(int(samples))
# Light that comes by more than two ways is not worth its noise.
scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 3, 1, 2
course = Course(studio.work("course.json"))
shot = what.split(":")[-1]
seats = []
data = {}


def rounded(place):
    return [round(part, 4) for part in place]


if shot == "plinth":
    tops, seats = plinth()
    data["tops"] = [rounded(top) for top in tops]
    dim(0.04)
    middle = tops[0]
    softbox("portrait", middle + Vector((-0.3, -0.35, 0.42)), middle, 0.16, 0.16, 5.5, kelvin(4600))
    softbox("rim", middle + Vector((0.4, 0.3, 0.26)), middle, 0.12, 0.2, 6, kelvin(3000))
    softbox("stand", (0, 0.1, 0.75), (0, 0.5, 0.1), 0.9, 0.15, 6, kelvin(5600))
    if what.startswith("terrace"):
        for x in (-0.45, 0, 0.45):
            softbox("wash", (x, 0.2, 0.42), (x, 0.56, 0.14), 0.3, 0.06, 24, (1, 0.95, 0.88))
    if what.startswith("spot"):
        studio.spot("winner", middle + Vector((0.05, -0.12, 0.6)), middle + Vector((0, 0, 0.005)), 11, 200, kelvin(3600), 0.6, 0.01)
    aim = Vector((0, 0, -0.003))
    view = studio.camera(middle + aim + Vector((0.02, -0.52, 0.062)), middle + aim, 70, 2.8, tuple(middle + Vector((0, 0, 0.017))))
else:
    run(course)
    chequers(course, course.length, 1.1)
    stalls(course)
    pins(course)
    gantry(course)
    seats = hall(course, ("east",) if shot == "straight" else ())
    lights()
    view = framed(course, **SHOTS[shot]) if shot in SHOTS else None

if what in ("white", "gloss"):
    for obj in scene.objects:
        obj.visible_camera = False
    middle = course.at(34, 0, 0.5)
    surface = Shader("white", (0.8, 0.8, 0.8), roughness=1, specular=0) if what == "white" else Shader("black", (0, 0, 0), roughness=0.09, specular=0.5, clearcoat=1, clearcoat_roughness=0.06)
    ball("marble", BALL / 2, middle, surface.material)
    view = framed(course, (15, 51), 96, 40, 42, None)
    view.data.type = "ORTHO"
    view.data.ortho_scale = BALL * 1.04
    view.location = middle + (view.location - middle).normalized()
    view.rotation_euler = studio.towards(view.location, middle)
    if what == "gloss":
        # The strips beneath the rails, as near as they ever are.
        for side in (-1, 1):
            place = middle + view.matrix_world.to_quaternion() @ Vector((side * 0.075, -0.02, 0.02))
            strip = box("strip", (0.022, 0.3, 0.022), place, shining("near", kelvin(2600), 3.2), turn=view.rotation_euler)
            strip.visible_camera = False
    studio.export(name, matrix=[])
    studio.render(name, int(size), transparent=True)
else:
    isolated = what.startswith("pins:")
    if isolated:
        for obj in scene.objects:
            obj.visible_camera = obj.name.startswith("pin")
        view.data.dof.use_dof = False
    if shot == "grid":
        data["lamps"] = [rounded(lamp) for lamp in lamps(course)]
    if shot in ("plinth", "finish"):
        live = lively(view, seats, 90)
        data["fans"] = [[*rounded(place), team] for place, team in live]
        seats = [seat for seat in seats if seat not in live]
    crowd(seats)
    studio.export(name, matrix=studio.projection(view), **data)
    if isolated:
        studio.render(name, int(size), transparent=True)
    else:
        plate(scene, name, int(size))
