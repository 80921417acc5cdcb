"""The marble run: the course of the race as `courses.ts` lays it, in a dark hall with marbles on the terraces.

    blender -b -P race.py -- SHOT NAME SIZE SAMPLES        plates: grid wave snake hairpin neck pegs bend straight finish plinth
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


def plywood():
    shader = Shader("plywood", (0.56, 0.36, 0.19), roughness=0.45, specular=0.35, clearcoat=0.25, clearcoat_roughness=0.3)
    shader.mottle(26, (0.42, 0.25, 0.12), 6, (1, 1, 0.2))
    # The layers of the edge.
    wave = shader.node("ShaderNodeTexWave", scale=46, distortion=0.6, detail=2)
    wave.bands_direction = "Z"
    shader.link(shader.coordinates(), "Vector", wave, "Vector")
    mix = shader.node("ShaderNodeMixRGB")
    mix.blend_type, mix.inputs["Fac"].default_value = "MULTIPLY", 0.35
    base = shader.bsdf.inputs["Base Color"].links[0].from_socket
    shader.links.new(base, mix.inputs["Color1"])
    shader.link(wave, "Color", mix, "Color2")
    shader.link(mix, "Color", shader.bsdf, "Base Color")
    return shader.material


def resin():
    return (
        Shader("resin", (0.035, 0.037, 0.042), roughness=0.34, specular=0.5, clearcoat=0.25, clearcoat_roughness=0.2)
        .mottle(3.2, (0.012, 0.012, 0.014), 5, low=0.4, high=0.62).vary("Roughness", 18, 0.25, 0.5).bump(300, 0.12, 0.0008, 3).material
    )


def run(course):
    """The road and its walls as one swept profile; materials: resin, paint, plywood, rail, light."""
    strip = glow("strip", kelvin(3000), 5)
    # Too many faces to aim light at.
    strip.cycles.sample_as_light = False
    materials = [resin(), plain("paint", (0.75, 0.73, 0.68), roughness=0.5), plywood(), Shader("rail", (0.6, 0.6, 0.62), metallic=1, roughness=0.32).material, strip]
    # Across from the middle in widths beyond the road's half, and up; the material of the piece that ends there.
    side = [(-0.55, 0.0, 0), (-0.43, 0.0, 1), (0.0, 0.03, 0), (0.06, 0.14, 0), (0.06, 0.26, 2), (0.06, 0.33, 4), (0.02, 0.33, 3), (0.02, 0.43, 3), (0.16, 0.43, 3), (0.16, 0.37, 3), (0.56, 0.37, 2), (0.56, -1.5, 2)]

    def fill(b):
        rows = []
        fars = [course.start + i * course.step for i in range(len(course.points))]
        for far in fars:
            half = course.sample(far)[3]
            ring = [course.at(far, -(half + off), up) for off, up, _ in reversed(side)] + [course.at(far, half + off, up) for off, up, _ in side]
            rows.append([b.verts.new(p) for p in ring])
        kinds = [kind for _, _, kind in reversed(side)][:-1] + [0] + [kind for _, _, kind in side][1:]
        for a, c in zip(rows, rows[1:]):
            for i in range(len(a) - 1):
                face = b.faces.new((a[i], a[i + 1], c[i + 1], c[i]))
                face.material_index = kinds[i]
                face.smooth = True
        bmesh.ops.recalc_face_normals(b, faces=b.faces)

    obj = add("run", studio.mesh_of("run", fill), *materials)
    split = obj.modifiers.new("edges", "EDGE_SPLIT")
    split.split_angle = math.radians(40)


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


def stalls(course):
    """A painted bracket before each marble that waits."""
    paint = plain("stall", (0.72, 0.70, 0.64), roughness=0.5)
    apart = 2 * (3.9 - 0.62) / 5

    def fill(b):
        for lane in range(6):
            middle = (lane - 2.5) * apart
            for far, across, long, wide in ((0.72, 0, 0.07, 0.92), (0.42, -0.43, 0.6, 0.06), (0.42, 0.43, 0.6, 0.06)):
                b.faces.new([b.verts.new(course.at(far + f * long / 2, middle + across + a * wide / 2, 0.01)) for f, a in ((-1, -1), (-1, 1), (1, 1), (1, -1))])

    add("stalls", studio.mesh_of("stalls", fill), paint)


def pins(course):
    steel = Shader("steel", (0.7, 0.7, 0.72), metallic=1, roughness=0.16).material
    for along, across, radius in course.pegs:
        foot, top = course.at(along, across, 0), course.at(along, across, 0.85)
        pin = disc("pin", radius * BALL, (top - foot).length, (foot + top) / 2, steel, around=40)
        bevel(pin, 0.0012, 3)
        cap = ball("pin", radius * BALL * 1.02, top, steel)
        cap.scale.z = 0.6


def gantry(course):
    """The house that marbles come from, and three lamps over its mouth."""
    dark, metal = plain("beam", (0.02, 0.02, 0.024), roughness=0.35, metallic=0.6), brass(0.25)
    half = course.sample(-2)[3] + 0.6
    left, right, back = course.at(-2.4, -half), course.at(-2.4, half), course.at(-9, 0)
    middle, up = (left + right) / 2, Vector((0, 0, 0.088))
    wide, long = (left - right).length, (back - middle).length
    for foot in (left, right):
        tube("post", [foot, foot + up], 0.005, metal)
        box("side", (long, 0.006, 0.1), foot + Vector((-long / 2, 0, 0.04)), dark)
    box("roof", (long, wide + 0.03, 0.012), middle + up + Vector((-long / 2, 0, 0.012)), dark, 0.004)
    box("beam", (0.014, wide + 0.03, 0.03), middle + up, dark, 0.004)
    tube("trim", [left + up + Vector((0.008, 0, -0.013)), right + up + Vector((0.008, 0, -0.013))], 0.0016, metal)
    glass = Shader("lamp", (0.09, 0.004, 0.004), roughness=0.1, specular=0.6, clearcoat=1).material
    for place in lamps(course):
        ball("lamp", 0.0095, place, glass)


def lamps(course):
    return [course.at(-2.4, i * 1.3) + Vector((0.008, 0, 0.088)) for i in (-1, 0, 1)]


def hall(course):
    floor = Shader("floor", (0.012, 0.012, 0.015), roughness=0.28, specular=0.5).bump(40, 0.05, 0.002).material
    plane("floor", 14, 14, (0, 0, -0.12), floor)
    step_material, edge = plain("step", (0.03, 0.028, 0.032), roughness=0.6), brass(0.35)
    fans = [Shader(f"fan{i}", colour, roughness=0.16, specular=0.5, clearcoat=0.8).material for i, colour in enumerate(TEAMS)]
    draw = random.Random(11)
    mesh = studio.mesh_of("fan", lambda b: bmesh.ops.create_uvsphere(b, u_segments=24, v_segments=12, radius=0.015))
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    meshes = []
    for material in fans:
        own = mesh.copy()
        own.materials.append(material)
        meshes.append(own)
    # Terraces on four sides, rising outwards.
    for side, (angle, off, long) in enumerate(((0, 0.72, 2.4), (90, 1.08, 1.7), (180, 0.74, 2.4), (270, 1.08, 1.7))):
        turn = Matrix.Rotation(math.radians(angle), 4, "Z")
        for row in range(7):
            y, z = off + row * 0.052, -0.06 + row * 0.034
            step = box("step", (long, 0.052, 0.034), turn @ Vector((0, y, z)), step_material)
            step.rotation_euler.z = math.radians(angle)
            lip = box("lip", (long, 0.002, 0.003), turn @ Vector((0, y - 0.026, z + 0.0165)), edge)
            lip.rotation_euler.z = math.radians(angle)
            x = -long / 2 + 0.03
            while x < long / 2 - 0.03:
                if draw.random() < 0.86:
                    fan = bpy.data.objects.new("fan", draw.choice(meshes))
                    fan.location = turn @ Vector((x, y + draw.uniform(-0.006, 0.006), z + 0.032))
                    bpy.context.scene.collection.objects.link(fan)
                x += draw.uniform(0.031, 0.04)
    # Truss with lamps far off, for what is out of focus.
    warm, cold = glow("far warm", kelvin(2700), 26), glow("far cold", kelvin(5600), 14)
    for material in (warm, cold):
        material.cycles.sample_as_light = False
    for i in range(26):
        angle = draw.uniform(0, 2 * math.pi)
        place = Vector((math.cos(angle) * 3.1, math.sin(angle) * 2.6, draw.uniform(0.25, 0.95)))
        lamp = ball("far", draw.uniform(0.012, 0.03), place, warm if draw.random() < 0.6 else cold)
        # They are seen and light nothing: what little they would is noise.
        lamp.visible_diffuse = lamp.visible_glossy = False
    wall = plain("dark", (0.012, 0.012, 0.018), roughness=0.8)
    for angle in range(0, 360, 60):
        panel = plane("wall", 5, 3, (math.cos(math.radians(angle)) * 3.8, math.sin(math.radians(angle)) * 3.8, 1), wall)
        panel.rotation_euler = (math.pi / 2, 0, math.radians(angle + 90))


def lights():
    studio.hall("warehouse.exr", 0.05)
    for i, x in enumerate((-0.6, 0.0, 0.6)):
        softbox(f"strip{i}", (x, 0.1, 1.25), (x * 0.9, 0, 0), 0.16, 1.5, 13, kelvin(5600))
    softbox("flood left", (1.4, -0.75, 0.45), (0.3, -0.2, 0), 0.25, 0.25, 7, kelvin(2700))
    softbox("flood back", (-1.3, 0.95, 0.5), (0, 0.1, 0), 0.3, 0.3, 7, kelvin(2800))
    softbox("fill", (0.2, -1.8, 1.2), (0, 0, 0), 1.2, 0.6, 8, kelvin(6500))


# What each plate has in view of the course, from far to far in widths; from where the camera looks at its middle: degrees
# to the left of the way that the course leads there, and above; lens in mm, f-number, and what is in focus.
SHOTS = {
    "grid": dict(span=(-1.6, 7), azimuth=15, elevation=30, lens=50, stop=13),
    "wave": dict(span=(13, 27), azimuth=40, elevation=35, lens=50, stop=13),
    "snake": dict(span=(25, 42), azimuth=-40, elevation=34, lens=50, stop=13),
    "hairpin": dict(span=(40, 60), azimuth=90, elevation=36, lens=45, stop=13),
    "neck": dict(span=(58, 76), azimuth=25, elevation=26, lens=60, stop=13),
    "pegs": dict(span=(73, 87), azimuth=35, elevation=32, lens=60, stop=13),
    "bend": dict(span=(86, 103), azimuth=-90, elevation=36, lens=50, stop=13),
    "straight": dict(span=(101, 126), azimuth=9, elevation=18, lens=100, stop=16),
    "finish": dict(span=(125, 135), azimuth=-62, elevation=34, lens=60, stop=13),
}


def framed(course, span, azimuth, elevation, lens, stop):
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


def plinth():
    """Three turned blocks in the infield; the tops are where marbles stand."""
    wood, metal = studio.walnut(), brass(0.22)
    tops = []
    for x, y, high in ((0, 0, 0.085), (-0.075, 0.035, 0.06), (0.075, 0.035, 0.045)):
        base = Vector((x - 0.12, y - 0.78, 0.16))
        bevel(disc("block", 0.034, high, base + Vector((0, 0, high / 2)), wood), 0.003, 4)
        disc("ring", 0.0345, 0.004, base + Vector((0, 0, high - 0.010)), metal)
        dish = disc("dish", 0.017, 0.003, base + Vector((0, 0, high + 0.001)), metal)
        bevel(dish, 0.001)
        tops.append(list(base + Vector((0, 0, high + 0.0025))))
    return tops


what, name, size, samples = studio.arguments()
scene = studio.start(int(samples))
course = Course(studio.work("course.json"))
run(course)
chequers(course, course.length, 1.1)
stalls(course)
pins(course)
gantry(course)
hall(course)
lights()
data = {}
if what in ("white", "gloss"):
    for obj in scene.objects:
        obj.visible_camera = False
    middle = course.at(34, 0, 0.5)
    surface = Shader("white", (0.8, 0.8, 0.8), roughness=1, specular=0) if what == "white" else Shader("black", (0, 0, 0), roughness=0.05, specular=0.5, clearcoat=1, clearcoat_roughness=0.03)
    ball("marble", BALL / 2, middle, surface.material)
    view = framed(course, (15, 51), 96, 40, 42, None)
    view.data.type = "ORTHO"
    view.data.ortho_scale = BALL * 1.04
    view.location = middle + (view.location - middle).normalized()
    view.rotation_euler = studio.towards(view.location, middle)
    studio.export(name, matrix=[])
    studio.render(name, int(size), transparent=True)
else:
    isolated = what.startswith("pins:")
    shot = what.split(":")[-1]
    if shot == "plinth":
        data["tops"] = [[round(v, 5) for v in top] for top in plinth()]
        middle = Vector(data["tops"][0])
        softbox("portrait", middle + Vector((-0.25, -0.35, 0.45)), middle, 0.3, 0.3, 2.2, kelvin(4800))
        softbox("rim", middle + Vector((0.4, 0.35, 0.3)), middle, 0.2, 0.2, 2.5, kelvin(2900))
        aim = Vector((-0.042, 0, -0.004))
        view = studio.camera(middle + aim + Vector((0.05, -0.8, 0.13)), middle + aim, 100, 3.2, tuple(middle + Vector((0, 0, 0.017))))
    else:
        view = framed(course, **SHOTS[shot])
    if isolated:
        for obj in scene.objects:
            obj.visible_camera = obj.name.startswith("pin")
        view.data.dof.use_dof = False
    if shot == "grid":
        data["lamps"] = [[round(v, 5) for v in lamp] for lamp in lamps(course)]
    studio.export(name, matrix=studio.projection(view), **data)
    studio.render(name, int(size), transparent=isolated)
