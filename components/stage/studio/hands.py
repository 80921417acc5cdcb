"""The dealer's gloved right hand with its sleeve, cut out with the shadow that it casts. The left one is its mirror image.

    blender -b -P hands.py -- POSE NAME SIZE SAMPLES

Cloth folds by itself: it is a little too long for the hand within, and may lift off it no further than cloth does.
"""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy
import numpy
import studio
from mathutils import Matrix, Vector, noise
from mathutils.kdtree import KDTree
from studio import Shader, add, brass, plain, smooth
from table import SHOTS, light_rig

# The rig's axes: fingers along -z, the thumb to +y, the back of the hand to +x. Here: fingers to -y, the thumb to +x.
AXES = Matrix(((0, 1, 0), (0, 0, 1), (1, 0, 0))).to_4x4()
WRIST = Vector((0.0355, -0.009, 0.056))
# Where the hand is rendered; the games move the picture about from there.
AT = (0, 0.03, 0)

FINGERS = ("index", "middle", "ring", "pinky")
# Degrees. A finger: its spread, and how far each joint is bent. The thumb: how far it is opposed, swung and bent.
# The hand: pitch (fingertips down), roll (thumb down), yaw; the forearm: to the side, up.
POSES = {
    "draw": dict(
        index=(3, 6, 14, 8), middle=(0, 4, 12, 7), ring=(-2, 9, 16, 9), pinky=(-7, 14, 22, 10),
        thumb=((0, 0, -10), (-14, 0, 0), (-12, 0, 0)), hand=(13, 4, 6), arm=(4, 16), is_pinch=False,
    ),
    "turn": dict(
        index=(2, 38, 26, 10), middle=(0, 50, 36, 18), ring=(-2, 60, 46, 24), pinky=(-5, 62, 48, 24),
        thumb=((-6, 0, 30), (-32, 0, 0), (-24, 0, 0)), hand=(-14, 10, 14), arm=(8, 18), is_pinch=True,
    ),
    "sweep": dict(
        index=(-3, 10, 14, 8), middle=(-1, 10, 14, 8), ring=(1, 12, 15, 9), pinky=(3, 16, 20, 10),
        thumb=((6, 0, 6), (-8, 0, 0), (-12, 0, 0)), hand=(14, -16, 30), arm=(16, 16), is_pinch=False,
    ),
}


# --- cloth -------------------------------------------------------------------------------------


def edges_of(faces):
    pairs = numpy.concatenate([faces[:, [i, (i + 1) % faces.shape[1]]] for i in range(faces.shape[1])])
    return numpy.unique(numpy.sort(pairs, axis=1), axis=0)


def normals_of(points, faces):
    a, b, c, d = (points[faces[:, i]] for i in (0, 1, 2, -1))
    each = numpy.cross(c - a, d - b)
    out = numpy.zeros_like(points)
    for i in range(faces.shape[1]):
        for axis in range(3):
            out[:, axis] += numpy.bincount(faces[:, i], each[:, axis], len(points))
    return out / (numpy.linalg.norm(out, axis=1, keepdims=True) + 1e-12)


class Cloth:
    """A mesh that keeps the lengths of its threads around a body, between `low` and `high` metres off its surface."""

    def __init__(self, body, faces, lengths_from, slack):
        self.body, self.edges = body, edges_of(faces)
        self.normals = normals_of(body, faces)
        i, j = self.edges.T
        self.lengths = numpy.linalg.norm(lengths_from[i] - lengths_from[j], axis=1) * (slack[i] + slack[j]) / 2
        self.count = numpy.bincount(self.edges.ravel(), minlength=len(body))[:, None]

    def gathered(self, forth, back):
        """What each edge adds to its two ends, summed by vertex."""
        i, j = self.edges.T
        size = len(self.body)
        return numpy.stack([numpy.bincount(i, forth[:, k], size) + numpy.bincount(j, back[:, k], size) for k in range(3)], axis=1)

    def smoothed(self, field, share):
        i, j = self.edges.T
        return field + share * (self.gathered(field[j], field[i]) / self.count - field)

    def fall(self, start, low, high, steps, stiffness=0.25, hold=0.02):
        i, j = self.edges.T
        offset = self.normals * start[:, None]
        for _ in range(steps):
            points = self.body + offset
            along = points[j] - points[i]
            now = numpy.linalg.norm(along, axis=1, keepdims=True) + 1e-9
            push = along * (0.5 * (now - self.lengths[:, None]) / now)
            offset = offset + 1.6 * self.gathered(push, -push) / self.count
            bent = self.smoothed(offset, 1) - offset
            offset = offset - stiffness * (self.smoothed(bent, 1) - bent)
            out = (offset * self.normals).sum(axis=1)
            aside = offset - self.normals * out[:, None]
            offset = aside * (1 - hold) + self.normals * numpy.clip(out, low, high)[:, None]
        return self.body + offset


def rough(points, scale, seed):
    """Noise about 0 at each point; `scale` in metres."""
    return numpy.array([noise.noise(Vector(p) / scale + Vector((seed, seed * 1.7, 0))) for p in points])


def ramp(value, low, high):
    return numpy.clip((value - low) / (high - low), 0, 1)


# --- the hand ----------------------------------------------------------------------------------


def rig():
    file = os.path.join(studio.work("hand"), "right.glb")
    bpy.ops.import_scene.gltf(filepath=file)
    armature = next(o for o in bpy.data.objects if o.type == "ARMATURE")
    mesh = next(o for o in bpy.data.objects if o.type == "MESH")
    return armature, mesh


def evaluated(obj):
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = obj.evaluated_get(graph).to_mesh()
    points = numpy.empty(len(mesh.vertices) * 3)
    mesh.vertices.foreach_get("co", points)
    faces = numpy.array([list(p.vertices) for p in mesh.polygons])
    return points.reshape(-1, 3), faces


def turn_bone(armature, name, x=0, y=0, z=0):
    bone = armature.pose.bones[name]
    bone.rotation_mode = "XYZ"
    bone.rotation_euler = [math.radians(a) for a in (x, y, z)]


def bend(armature, pose):
    for finger in FINGERS:
        spread, *joints = pose[finger]
        stem = f"{finger}-finger-phalanx-"
        for joint, degrees in zip(("proximal", "intermediate", "distal"), joints):
            turn_bone(armature, stem + joint, -degrees, 0, spread if joint == "proximal" else 0)
    for joint, turns in zip(("metacarpal", "phalanx-proximal", "phalanx-distal"), pose["thumb"]):
        turn_bone(armature, "thumb-" + joint, *turns)


def posed(pose):
    """The hand's surface: at rest and bent, its faces, and where its bones are at rest."""
    armature, mesh = rig()
    weld = mesh.modifiers.new("weld", "WELD")
    weld.merge_threshold = 1e-5
    finer = mesh.modifiers.new("finer", "SUBSURF")
    finer.levels = 2
    bpy.context.view_layer.objects.active = mesh
    # Both before the armature, which then moves the finer mesh.
    for modifier in ("weld", "finer"):
        while mesh.modifiers[0].name != modifier:
            bpy.ops.object.modifier_move_up(modifier=modifier)
        bpy.ops.object.modifier_apply(modifier=modifier)
    rest, faces = evaluated(mesh)
    even = mesh.modifiers.new("even", "CORRECTIVE_SMOOTH")
    even.factor, even.iterations, even.smooth_type = 0.7, 36, "LENGTH_WEIGHTED"
    bend(armature, pose)
    bpy.context.view_layer.update()
    bent, _ = evaluated(mesh)
    bones = {b.name: numpy.array(b.head_local) for b in armature.data.bones}
    tips = {"index": armature.pose.bones["index-finger-tip"].head.copy(), "thumb": armature.pose.bones["thumb-tip"].head.copy()}
    bpy.data.objects.remove(mesh)
    bpy.data.objects.remove(armature)
    return rest, bent, faces, bones, tips


def darts(bones):
    """The three seams on the back of a glove, from between the knuckles towards the wrist: points at rest."""
    knuckle = lambda f: bones[f"{f}-finger-phalanx-proximal"]
    for a, b, length in (("index", "middle", 0.056), ("middle", "ring", 0.062), ("ring", "pinky", 0.054)):
        start = (knuckle(a) + knuckle(b)) / 2
        way = bones["wrist"] * 0.8 + start * 0.2 - start
        way /= numpy.linalg.norm(way)
        yield [start + way * t * length + (0.02, 0, 0) for t in numpy.linspace(0, 1, 28)]


def mesh_from(name, points, faces, *materials):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(p) for p in points], [], [tuple(int(i) for i in f) for f in faces])
    mesh.update()
    return smooth(add(name, mesh, *materials))


def finer(points, faces):
    """A mesh with each face in four."""
    obj = mesh_from("finer", points, faces)
    obj.modifiers.new("finer", "SUBSURF").levels = 1
    out, split = evaluated(obj)
    bpy.data.objects.remove(obj)
    return out, split


def cotton(name="cotton", colour=(0.60, 0.59, 0.575)):
    """White cloth: its hollows are darker, as little light comes out of a fold."""
    shader = Shader(name, colour, roughness=0.95, specular=0.08, sheen=0.1)
    hollow = shader.node("ShaderNodeMapRange")
    for key, value in (("From Min", 0.40), ("From Max", 0.56), ("To Min", 0.42), ("To Max", 1.08)):
        hollow.inputs[key].default_value = value
    shader.link(shader.node("ShaderNodeNewGeometry"), "Pointiness", hollow, "Value")
    shade = shader.node("ShaderNodeMixRGB")
    shade.blend_type = "MULTIPLY"
    shade.inputs["Fac"].default_value = 1
    shade.inputs["Color1"].default_value = (*colour, 1)
    shader.link(hollow, "Result", shade, "Color2")
    shader.link(shade, "Color", shader.bsdf, "Base Color")
    return shader.material


def glove(pose):
    rest, bent, faces, bones, tips = posed(pose)
    z = rest[:, 2]
    slack = 1.13 + 0.07 * rough(rest, 0.02, 3)
    cloth = Cloth(bent, faces, rest, slack)
    # An elastic gathers the glove around the wrist.
    gather = numpy.exp(-(((z - 0.046) / 0.005) ** 2))
    high = (0.0036 + 0.0014 * ramp(z, -0.02, 0.03)) * (1 - 0.9 * gather)
    points = cloth.fall(0.0008 + 0.0008 * rough(rest, 0.009, 1), 0.0002, high, 300)
    rest, _ = finer(rest, faces)
    points, faces = finer(points, faces)
    normals = normals_of(points, faces)
    white = cotton()
    lines = []
    tree = KDTree(len(rest))
    for i, (point, normal) in enumerate(zip(rest, normals_of(rest, faces))):
        if normal[0] > 0.15:
            tree.insert((0, point[1], point[2]), i)
    tree.balance()
    for line in darts(bones):
        found = [[(i, 1 / (distance + 2e-4)) for _, i, distance in tree.find_n((0, p[1], p[2]), 4)] for p in line]
        on = numpy.array([sum(points[i] * w for i, w in near) / sum(w for _, w in near) for near in found])
        for _ in range(3):
            on[1:-1] = (on[:-2] + 2 * on[1:-1] + on[2:]) / 4
        lines.append(on)
        # The cloth is drawn in on both sides of a seam.
        for p in on:
            away = numpy.linalg.norm(points - p, axis=1)
            points = points - normals * (0.00022 * numpy.exp(-((away / 0.0036) ** 2)))[:, None]
    hand = mesh_from("glove", points, faces, white)
    for on in lines:
        seam = studio.tube("seam", [tuple(p) for p in on], 0.00115, white)
        for point, t in zip(seam.data.splines[0].points, numpy.linspace(0, 1, len(on))):
            point.radius = min(1, 0.35 + 5 * min(t, 1 - t))
        seam.parent = hand
    return hand, tips


# --- the sleeve --------------------------------------------------------------------------------


def tube_along(path, across, radii, around):
    """Rings about a path: `radii` from the share of the way; `across` is the ring's flatter axis."""
    rings = []
    for n, (point, nxt) in enumerate(zip(path, path[1:] + [path[-1] * 2 - path[-2]])):
        way = (nxt - point).normalized()
        side = (across - way * across.dot(way)).normalized()
        up = way.cross(side)
        wide, high = radii(n / (len(path) - 1))
        rings.append([point + side * wide * math.cos(t) + up * high * math.sin(t) for t in numpy.linspace(0, 2 * math.pi, around, endpoint=False)])
    points = numpy.array(rings).reshape(-1, 3)
    n, m = len(path), around
    faces = numpy.array([(i * m + j, i * m + (j + 1) % m, (i + 1) * m + (j + 1) % m, (i + 1) * m + j) for i in range(n - 1) for j in range(m)])
    return points, faces


def forearm(at, arm, start, length, step):
    """Points from the wrist on, first as the hand lies, then as the forearm does."""
    aside, up = (math.radians(a) for a in arm)
    hand = (at.to_3x3() @ Vector((0, 0, 1))).normalized()
    fore = Vector((math.sin(aside) * math.cos(up), math.cos(aside) * math.cos(up), math.sin(up)))
    point = at @ (WRIST + Vector((0, 0, start)))
    path, gone = [], 0.0
    while gone < length:
        path.append(point.copy())
        share = min(1, (gone + start + 0.03) / 0.075)
        point = point + (hand.lerp(fore, share * share * (3 - 2 * share))).normalized() * step
        gone += step
    return path


def sleeve(at, arm):
    across = at.to_3x3() @ Vector((0, 1, 0))
    white = cotton("shirt", (0.72, 0.72, 0.72))
    # The shirt's cuff: stiff, double, with its edge stitched.
    path = forearm(at, arm, 0.002, 0.05, 0.002)
    points, faces = tube_along(path, across, lambda t: (0.0335 + 0.001 * t, 0.0268 + 0.002 * t), 96)
    cuff = mesh_from("cuff", points, faces, white)
    thick = cuff.modifiers.new("thick", "SOLIDIFY")
    thick.thickness, thick.offset = 0.0022, 1
    studio.bevel(cuff, 0.0007, 2)
    # The jacket's sleeve.
    path = forearm(at, arm, 0.020, 0.72, 0.0028)
    radii = lambda t: (0.042 + 0.014 * min(1, t * 2.2) ** 0.8, 0.036 + 0.014 * min(1, t * 2.2) ** 0.8)
    body, faces = tube_along(path, across, radii, 84)
    ring = numpy.arange(len(body)) // 84
    share = ring / ring.max()
    slack = 1.08 + 0.07 * ramp(share, 0.02, 0.2) + 0.065 * rough(body, 0.06, 5)
    cloth = Cloth(body, faces, body, slack)
    ease = ramp(share, 0.0, 0.05)
    points = cloth.fall(0.006 * ease * rough(body * (1, 0.5, 1), 0.05, 2), -0.001 - 0.007 * ramp(share, 0.1, 0.2), 0.001 + 0.012 * ease, 260, 0.25, 0.004)
    fabric = Shader("jacket", (0.008, 0.009, 0.013), roughness=0.72, specular=0.14).bump(1800, 0.4, 0.0003, 2).material
    coat = mesh_from("sleeve", points, faces, fabric)
    thick = coat.modifiers.new("thick", "SOLIDIFY")
    thick.thickness, thick.offset = 0.003, -1
    coat.modifiers.new("finer", "SUBSURF").render_levels = 1
    # What lies beneath the arm is no plane, so only the hand casts a shadow on it.
    cuff.visible_shadow = coat.visible_shadow = False
    # A link closes the cuff on the side away from the thumb.
    way = (path[1] - path[0]).normalized()
    side = (across - way * across.dot(way)).normalized()
    up = way.cross(side)
    if up.z < 0:
        up = -up
    path = forearm(at, arm, 0.002, 0.03, 0.002)
    turn = math.radians(128)
    studio.ball("link", 0.0044, path[5] + side * 0.0362 * math.cos(turn) + up * 0.0297 * math.sin(turn), brass(0.2)).visible_shadow = False


def make(pose):
    """Puts a hand's fingertips at the place of the sprite; where it holds a card."""
    pitch, roll, yaw = (math.radians(a) for a in pose["hand"])
    at = Matrix.Rotation(yaw, 4, "Z") @ Matrix.Rotation(pitch, 4, "X") @ Matrix.Rotation(roll, 4, "Y") @ AXES
    hand, tips = glove(pose)
    world = numpy.array([tuple(at @ v.co) for v in hand.data.vertices])
    front = world[world[:, 1] < world[:, 1].min() + 0.012].mean(axis=0)
    at = Matrix.Translation((AT[0] - front[0], AT[1] - front[1], 0.0006 - world[:, 2].min())) @ at
    hand.matrix_world = at
    sleeve(at, pose["arm"])
    return (at @ tips["index"] + at @ tips["thumb"]) / 2 if pose["is_pinch"] else AT


if __name__ == "__main__":
    pose_name, name, size, samples = studio.arguments()
    scene = studio.start(int(samples))
    pose = POSES[pose_name]
    touch = make(pose)
    light_rig()
    ground = studio.plane("ground", 3, 3, (0, 0, 0), plain("ground", (0.05, 0.08, 0.1), roughness=1))
    ground.is_shadow_catcher = True
    shot = SHOTS["master"]
    view = studio.camera(**{**shot, "stop": None})
    matrix = studio.projection(view)
    at = lambda x, y, z: [sum(row[i] * p for i, p in enumerate((x, y, z, 1))) for row in matrix]
    u, v, w = at(*AT)
    # A frame twice as wide has room for a sleeve that goes beyond the plate; of it only what the hand needs is rendered.
    view.data.lens = shot["lens"] / 2
    left, right, top, bottom = u / w - 0.24, u / w + 0.20, v / w - 0.60, v / w + 0.06
    scene.render.use_border = scene.render.use_crop_to_border = True
    half = lambda share: 0.25 + share / 2
    scene.render.border_min_x, scene.render.border_max_x = half(left), half(right)
    scene.render.border_min_y, scene.render.border_max_y = 1 - half(bottom), 1 - half(top)
    # Where the picture is held, as shares of it; how wide it is there, in metres; where its arm leads, in degrees.
    u, v, w = at(*touch)
    studio.export(name, x=(u / w - left) / (right - left), y=(v / w - top) / (bottom - top), wide=(right - left) / studio.scale_at(matrix, AT), arm=pose["arm"][0])
    studio.render(name, int(2 * int(size) / (right - left)), transparent=True)
