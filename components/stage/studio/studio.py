"""What all sets share: the renderer, materials, lights, simple solids, cameras and their export.

Metres throughout; +z is up, +y is away from the viewer. Written for Blender 3.4 (Debian 12).
"""
import json
import math
import os
import sys

import numpy

numpy.bool = bool  # Blender 3.4's glTF reader asks for a name that newer numpy has dropped

import bmesh
import bpy
from mathutils import Matrix, Vector

WORK = os.environ["STUDIO_WORK"]  # where prints and panoramas lie, and where pictures go


def work(name):
    return os.path.join(WORK, name)


def start(samples):
    """An empty scene, rendered by Cycles on the processor with a fixed seed."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.samples = samples
    cycles.seed = 7
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.015
    cycles.max_bounces = 6
    cycles.diffuse_bounces = 3
    cycles.glossy_bounces = 3
    cycles.transmission_bounces = 5
    cycles.sample_clamp_indirect = 3
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.use_denoising = False
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    return scene


# --- materials ---------------------------------------------------------------------------------


class Shader:
    """A Principled material whose inputs are set by name and fed by textures."""

    def __init__(self, name, colour, **inputs):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes = self.material.node_tree.nodes
        self.links = self.material.node_tree.links
        self.bsdf = self.nodes["Principled BSDF"]
        self.bsdf.inputs["Base Color"].default_value = (*colour, 1)
        for key, value in inputs.items():
            self.bsdf.inputs[key.upper() if key == "ior" else key.replace("_", " ").title()].default_value = value

    def node(self, kind, **inputs):
        node = self.nodes.new(kind)
        for key, value in inputs.items():
            node.inputs[key.replace("_", " ").title()].default_value = value
        return node

    def link(self, source, output, target, name):
        self.links.new(source.outputs[output], target.inputs[name])

    def coordinates(self, space="Object", stretch=(1, 1, 1)):
        place = self.node("ShaderNodeTexCoord")
        mapping = self.node("ShaderNodeMapping")
        mapping.inputs["Scale"].default_value = stretch
        self.link(place, space, mapping, "Vector")
        return mapping

    def noise(self, scale, detail=6, space="Object", stretch=(1, 1, 1)):
        noise = self.node("ShaderNodeTexNoise", scale=scale, detail=detail)
        self.link(self.coordinates(space, stretch), "Vector", noise, "Vector")
        return noise

    def bump(self, scale, strength, depth, detail=6, stretch=(1, 1, 1)):
        """Relief by noise; `depth` in metres. Several calls lie on one another."""
        bump = self.node("ShaderNodeBump", strength=strength, distance=depth)
        self.link(self.noise(scale, detail, stretch=stretch), "Fac", bump, "Height")
        before = self.bsdf.inputs["Normal"].links
        if before:
            self.links.new(before[0].from_socket, bump.inputs["Normal"])
        self.link(bump, "Normal", self.bsdf, "Normal")
        return self

    def vary(self, target, scale, low, high, detail=4, stretch=(1, 1, 1)):
        """Noise between two values in place of one, such as a roughness of 0.3 to 0.5."""
        ramp = self.node("ShaderNodeMapRange")
        ramp.inputs["From Min"].default_value, ramp.inputs["From Max"].default_value = 0.3, 0.7
        ramp.inputs["To Min"].default_value, ramp.inputs["To Max"].default_value = low, high
        self.link(self.noise(scale, detail, stretch=stretch), "Fac", ramp, "Value")
        self.link(ramp, "Result", self.bsdf, target)
        return self

    def mottle(self, scale, other, detail=6, stretch=(1, 1, 1), low=0.35, high=0.65):
        """The base colour mixed with another by noise."""
        ramp = self.node("ShaderNodeMapRange")
        ramp.inputs["From Min"].default_value, ramp.inputs["From Max"].default_value = low, high
        self.link(self.noise(scale, detail, stretch=stretch), "Fac", ramp, "Value")
        mix = self.node("ShaderNodeMixRGB")
        base = self.bsdf.inputs["Base Color"]
        mix.inputs["Color1"].default_value = base.default_value
        if base.links:
            self.links.new(base.links[0].from_socket, mix.inputs["Color1"])
        mix.inputs["Color2"].default_value = (*other, 1)
        self.link(ramp, "Result", mix, "Fac")
        self.link(mix, "Color", self.bsdf, "Base Color")
        return self

    def print(self, file):
        """A picture laid over the material by its UV map."""
        image = self.node("ShaderNodeTexImage")
        image.image = bpy.data.images.load(work(file))
        image.interpolation = "Cubic"
        self.link(image, "Color", self.bsdf, "Base Color")
        return self


def leather(colour=(0.045, 0.012, 0.010)):
    return (
        Shader("leather", colour, roughness=0.42, specular=0.45, clearcoat=0.15, clearcoat_roughness=0.35)
        .bump(420, 0.35, 0.0009, 3).bump(30, 0.15, 0.003).vary("Roughness", 60, 0.34, 0.52).material
    )


def walnut():
    return (
        Shader("walnut", (0.12, 0.048, 0.02), roughness=0.3, specular=0.5, clearcoat=0.5, clearcoat_roughness=0.12)
        .mottle(9, (0.035, 0.012, 0.005), 8, (1, 14, 14)).bump(60, 0.1, 0.0006, 6, (1, 14, 14)).material
    )


def brass(roughness=0.26):
    return (
        Shader("brass", (0.78, 0.52, 0.2), metallic=1, roughness=roughness)
        .vary("Roughness", 240, roughness * 0.8, roughness * 1.3, 4, (1, 1, 1)).material
    )


def plain(name, colour, **inputs):
    return Shader(name, colour, **inputs).material


def glow(name, colour, strength):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes = material.node_tree.nodes
    nodes.clear()
    emission, output = nodes.new("ShaderNodeEmission"), nodes.new("ShaderNodeOutputMaterial")
    emission.inputs["Color"].default_value = (*colour, 1)
    emission.inputs["Strength"].default_value = strength
    material.node_tree.links.new(emission.outputs[0], output.inputs[0])
    return material


# --- solids ------------------------------------------------------------------------------------


def add(name, mesh_or_curve, *materials):
    obj = bpy.data.objects.new(name, mesh_or_curve)
    bpy.context.scene.collection.objects.link(obj)
    for material in materials:
        mesh_or_curve.materials.append(material)
    return obj


def smooth(obj):
    for polygon in obj.data.polygons:
        polygon.use_smooth = True
    return obj


def bevel(obj, width, segments=3):
    modifier = obj.modifiers.new("bevel", "BEVEL")
    modifier.width, modifier.segments, modifier.limit_method = width, segments, "ANGLE"
    return smooth(obj)


def mesh_of(name, fill):
    mesh = bpy.data.meshes.new(name)
    build = bmesh.new()
    fill(build)
    build.to_mesh(mesh)
    build.free()
    return mesh


def box(name, size, place, material, round_by=0.0, turn=(0, 0, 0)):
    obj = add(name, mesh_of(name, lambda b: bmesh.ops.create_cube(b, size=1)), material)
    obj.data.transform(Matrix.Diagonal((*size, 1)))
    obj.location, obj.rotation_euler = place, turn
    return bevel(obj, round_by) if round_by else obj


def plane(name, width, height, place, material):
    def fill(b):
        corners = [b.verts.new((x * width / 2, y * height / 2, 0)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        face = b.faces.new(corners)
        uv = b.loops.layers.uv.new()
        for loop, at in zip(face.loops, ((0, 0), (1, 0), (1, 1), (0, 1))):
            loop[uv].uv = at

    obj = add(name, mesh_of(name, fill), material)
    obj.location = place
    return obj


def disc(name, radius, depth, place, *materials, around=96):
    fill = lambda b: bmesh.ops.create_cone(b, cap_ends=True, segments=around, radius1=radius, radius2=radius, depth=depth)
    obj = add(name, mesh_of(name, fill), *materials)
    obj.location = place
    return obj


def ball(name, radius, place, material):
    fill = lambda b: bmesh.ops.create_uvsphere(b, u_segments=48, v_segments=24, radius=radius)
    obj = smooth(add(name, mesh_of(name, fill), material))
    obj.location = place
    return obj


def tube(name, points, radius, material, closed=False, resolution=6):
    """A round bar along points."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", radius, resolution
    spline = curve.splines.new("POLY")
    spline.points.add(len(points) - 1)
    for point, at in zip(spline.points, points):
        point.co = (*at, 1)
    spline.use_cyclic_u = closed
    curve.use_fill_caps = True
    return add(name, curve, material)


# --- light and camera --------------------------------------------------------------------------


def towards(place, target):
    return (Vector(target) - Vector(place)).to_track_quat("-Z", "Y").to_euler()


def kelvin(k):
    """A colour of light, linear RGB with its largest part 1 (fit of the Planckian locus)."""
    t = k / 100
    r = 255 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    g = 99.47 * math.log(t) - 161.1 if t <= 66 else 288.1 * (t - 60) ** -0.0755
    b = 255 if t >= 66 else 0 if t <= 19 else 138.5 * math.log(t - 10) - 305.0
    return tuple((max(0, min(255, part)) / 255) ** 2.2 for part in (r, g, b))


def softbox(name, place, target, width, height, watts, colour):
    light = bpy.data.lights.new(name, "AREA")
    light.shape, light.size, light.size_y, light.energy, light.color = "RECTANGLE", width, height, watts, colour
    obj = add_light(name, light, place)
    obj.rotation_euler = towards(place, target)
    return obj


def spot(name, place, target, degrees, watts, colour, blend=0.6, radius=0.02):
    light = bpy.data.lights.new(name, "SPOT")
    light.energy, light.color, light.spot_size, light.spot_blend, light.shadow_soft_size = watts, colour, math.radians(degrees), blend, radius
    obj = add_light(name, light, place)
    obj.rotation_euler = towards(place, target)
    return obj


def add_light(name, light, place):
    obj = bpy.data.objects.new(name, light)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = place
    return obj


def hall(panorama, strength):
    world = bpy.data.worlds.new("hall")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    image = nodes.new("ShaderNodeTexEnvironment")
    image.image = bpy.data.images.load(work(panorama))
    links.new(image.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = strength


def camera(place, target, lens, stop, focus=None):
    """A camera with a square sensor of 36 mm; `stop` is its f-number."""
    data = bpy.data.cameras.new("camera")
    obj = bpy.data.objects.new("camera", data)
    scene = bpy.context.scene
    scene.collection.objects.link(obj)
    scene.camera = obj
    obj.location, obj.rotation_euler = place, towards(place, target)
    data.lens, data.clip_start = lens, 0.01
    data.dof.use_dof = stop is not None
    if stop is not None:
        data.dof.focus_distance = (Vector(focus or target) - Vector(place)).length
        data.dof.aperture_fstop = stop
        data.dof.aperture_blades = 9
    return obj


def projection(obj):
    """World to picture, 3 x 4: (u, v, w) with u/w and v/w from the left top corner, 0 to 1."""
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    clip = obj.calc_matrix_camera(graph, x=1, y=1) @ obj.matrix_world.inverted()
    x, y, w = clip[0], clip[1], clip[3]
    rows = [(w + x) * 0.5, (w - y) * 0.5, w]
    return [[round(value, 6) for value in row] for row in rows]


def defocus(scene):
    """Blurs what is out of focus after rendering: a lens traced with few samples leaves grain there."""
    lens = scene.camera.data.dof
    lens.use_dof = False
    scene.view_layers[0].use_pass_z = True
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    blur = nodes.new("CompositorNodeDefocus")
    blur.scene, blur.use_zbuffer, blur.use_preview = scene, True, False
    blur.f_stop, blur.blur_max, blur.threshold, blur.bokeh = lens.aperture_fstop * 12, 40, 0.4, "CIRCLE"
    links.new(nodes["Render Layers"].outputs["Image"], blur.inputs["Image"])
    links.new(nodes["Render Layers"].outputs["Depth"], blur.inputs["Z"])
    links.new(blur.outputs["Image"], nodes["Composite"].inputs["Image"])


def render(name, width, height=None, transparent=False):
    scene = bpy.context.scene
    if scene.camera.data.dof.use_dof:
        defocus(scene)
    scene.render.resolution_x, scene.render.resolution_y = width, height or width
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = transparent
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA" if transparent else "RGB"
    scene.render.image_settings.color_depth = "8"
    scene.render.filepath = work(name + ".png")
    bpy.ops.render.render(write_still=True)


def export(name, **data):
    with open(work(name + ".json"), "w") as file:
        json.dump(data, file, separators=(",", ":"))


def arguments():
    return sys.argv[sys.argv.index("--") + 1 :]


def scale_at(matrix, point):
    """How much of the plate's width a metre across takes at a point."""
    at = lambda x, y, z: [sum(row[i] * p for i, p in enumerate((x, y, z, 1))) for row in matrix]
    (u, _, w), (v, _, s) = at(*point), at(point[0] + 1e-3, point[1], point[2])
    return abs(v / s - u / w) * 1e3
