// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/diffusion/sketchfolder.h"

#include <onnx/onnx_pb.h>

#include <fstream>
#include <numeric>

namespace weightless::testing {

namespace {

using onnx::TensorProto;

void writeFile(const std::filesystem::path& path, const std::string& bytes)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

class Sketch {
public:
    Sketch()
    {
        m_model.set_ir_version(8);
        m_model.add_opset_import()->set_version(17);
        graph().set_name("sketch");
    }

    onnx::GraphProto& graph() { return *m_model.mutable_graph(); }

    // Dimensions that are no numbers are names.
    std::string input(const std::string& name, int type, std::initializer_list<std::string> dims)
    {
        declare(*graph().add_input(), name, type, dims);
        return name;
    }
    void output(const std::string& value, const std::string& name, std::initializer_list<std::string> dims)
    {
        node("Identity", {value}, name);
        declare(*graph().add_output(), name, TensorProto::FLOAT, dims);
    }
    std::string node(
        const std::string& type, std::initializer_list<std::string> inputs, std::string output = {})
    {
        if (output.empty()) {
            output = type + std::to_string(graph().node_size());
        }
        onnx::NodeProto& node = *graph().add_node();
        node.set_op_type(type);
        for (const std::string& input : inputs) {
            node.add_input(input);
        }
        node.add_output(output);
        return output;
    }
    void set(const std::string& attribute, int64_t value)
    {
        onnx::AttributeProto& added = lastAttribute(attribute, onnx::AttributeProto::INT);
        added.set_i(value);
    }
    void set(const std::string& attribute, std::initializer_list<int64_t> values)
    {
        onnx::AttributeProto& added = lastAttribute(attribute, onnx::AttributeProto::INTS);
        for (const int64_t value : values) {
            added.add_ints(value);
        }
    }
    std::string floats(const std::vector<float>& values)
    {
        TensorProto& tensor = constant(TensorProto::FLOAT, values.size());
        tensor.set_raw_data(values.data(), values.size() * sizeof(float));
        return tensor.name();
    }
    std::string integers(const std::vector<int64_t>& values)
    {
        TensorProto& tensor = constant(TensorProto::INT64, values.size());
        tensor.set_raw_data(values.data(), values.size() * sizeof(int64_t));
        return tensor.name();
    }
    std::string scaled(const std::string& value, float by) { return node("Mul", {value, floats({by})}); }
    // Over all but the first axis; a number for each row that adds to [rows, C, h, w].
    std::string meanOfRows(const std::string& value, std::initializer_list<int64_t> axes)
    {
        const std::string mean = node("ReduceMean", {value});
        set("axes", axes);
        set("keepdims", 0);
        return node("Reshape", {mean, integers({-1, 1, 1, 1})});
    }
    void write(const std::filesystem::path& path) const { writeFile(path, m_model.SerializeAsString()); }

private:
    static void declare(onnx::ValueInfoProto& value, const std::string& name, int type,
        std::initializer_list<std::string> dims)
    {
        value.set_name(name);
        onnx::TypeProto::Tensor& tensor = *value.mutable_type()->mutable_tensor_type();
        tensor.set_elem_type(type);
        tensor.mutable_shape();
        for (const std::string& dim : dims) {
            onnx::TensorShapeProto::Dimension& added = *tensor.mutable_shape()->add_dim();
            if (dim.find_first_not_of("0123456789") == std::string::npos) {
                added.set_dim_value(std::stoll(dim));
            } else {
                added.set_dim_param(dim);
            }
        }
    }
    onnx::AttributeProto& lastAttribute(const std::string& name, onnx::AttributeProto::AttributeType type)
    {
        onnx::AttributeProto& added = *graph().mutable_node(graph().node_size() - 1)->add_attribute();
        added.set_name(name);
        added.set_type(type);
        return added;
    }
    TensorProto& constant(int type, size_t count)
    {
        TensorProto& tensor = *graph().add_initializer();
        tensor.set_name("constant" + std::to_string(graph().initializer_size()));
        tensor.set_data_type(type);
        tensor.add_dims(static_cast<int64_t>(count));
        return tensor;
    }

    onnx::ModelProto m_model;
};

double textFactor(size_t encoder, int64_t width)
{
    const auto columns = static_cast<double>(width);
    return static_cast<double>(encoder + 1) * (columns + 1) / 2 / 1e6; // the mean over columns
}

void writeEncoder(const std::filesystem::path& path, const SketchFolder& folder, size_t index)
{
    Sketch sketch;
    const int64_t width = folder.textWidths[index];
    const std::string ids = sketch.input("input_ids", TensorProto::INT64, {"batch", "sequence"});
    const std::string places = sketch.node("Unsqueeze", {ids, sketch.integers({2})});
    const std::string numbers = sketch.node("Cast", {places});
    sketch.set("to", TensorProto::FLOAT);
    std::vector<float> columns(static_cast<size_t>(width));
    std::iota(columns.begin(), columns.end(), 1.0F);
    for (float& column : columns) {
        column *= static_cast<float>(index + 1) / 1e6F;
    }
    const bool isLast = index + 1 == folder.textWidths.size();
    const std::string hidden = sketch.scaled(
        sketch.node("Mul", {numbers, sketch.floats(columns)}), isLast ? folder.hiddenFactor : 1.0F);
    const std::string wide = std::to_string(width);
    if (folder.textWidths.size() == 1) {
        sketch.output(hidden, "last_hidden_state", {"batch", "sequence", wide});
    } else {
        const std::string other = sketch.scaled(hidden, 1000);
        sketch.output(other, "last_hidden_state", {"batch", "sequence", wide});
        sketch.output(other, "hidden_states.9", {"batch", "sequence", wide});
        sketch.output(hidden, "hidden_states.10", {"batch", "sequence", wide});
        sketch.output(other, "hidden_states.11", {"batch", "sequence", wide});
    }
    if (index < folder.pooledWidths.size()) {
        const std::string mean = sketch.node("ReduceMean", {hidden});
        sketch.set("axes", {1, 2});
        sketch.set("keepdims", 0);
        const std::string rows = sketch.node("Unsqueeze", {mean, sketch.integers({1})});
        const std::vector<float> ones(static_cast<size_t>(folder.pooledWidths[index]), 1.0F);
        sketch.output(sketch.node("Mul", {rows, sketch.floats(ones)}), "text_embeds",
            {"batch", std::to_string(folder.pooledWidths[index])});
    }
    sketch.write(path);
}

void writeDenoiser(const std::filesystem::path& path, const SketchFolder& folder)
{
    Sketch sketch;
    const std::string sample =
        sketch.input("sample", TensorProto::FLOAT, {"batch", folder.takenChannels, "height", "width"});
    std::string time = folder.hasScalarTime ? sketch.input("timestep", TensorProto::INT64, {})
                                            : sketch.input("timestep", TensorProto::FLOAT, {"batch"});
    if (folder.hasScalarTime) {
        time = sketch.node("Cast", {time});
        sketch.set("to", TensorProto::FLOAT);
    }
    time = sketch.node("Reshape", {sketch.scaled(time, 1e-4F), sketch.integers({-1, 1, 1, 1})});
    const int64_t width = std::accumulate(folder.textWidths.begin(), folder.textWidths.end(), int64_t {0});
    const std::string text = sketch.input(
        "encoder_hidden_states", TensorProto::FLOAT, {"batch", "sequence", std::to_string(width)});
    std::string sum = sketch.node("Add", {sketch.scaled(sample, 0.5F), time});
    sum = sketch.node("Add", {sum, sketch.meanOfRows(text, {1, 2})});
    if (!folder.pooledWidths.empty()) {
        const std::string pooled = sketch.input(
            "text_embeds", TensorProto::FLOAT, {"batch", std::to_string(folder.pooledWidths.back())});
        const std::string ids = sketch.input("time_ids", TensorProto::FLOAT, {"batch", "6"});
        sum = sketch.node("Add", {sum, sketch.scaled(sketch.meanOfRows(pooled, {1}), 0.5F)});
        sum = sketch.node("Add", {sum, sketch.scaled(sketch.meanOfRows(ids, {1}), 1e-5F)});
    }
    if (folder.guidanceWidth > 0) {
        const std::string guidance = sketch.input(
            "timestep_cond", TensorProto::FLOAT, {"batch", std::to_string(folder.guidanceWidth)});
        sum = sketch.node("Add", {sum, sketch.meanOfRows(guidance, {1})});
    }
    sketch.output(sketch.scaled(sum, folder.answerFactor), "out_sample", {"batch", "4", "height", "width"});
    sketch.write(path);
}

void writeDecoder(const std::filesystem::path& path, float factor)
{
    Sketch sketch;
    const std::string latents =
        sketch.input("latent_sample", TensorProto::FLOAT, {"batch", "4", "height", "width"});
    const std::string colours =
        sketch.node("Slice", {latents, sketch.integers({0}), sketch.integers({3}), sketch.integers({1})});
    const std::string large = sketch.node("Resize", {colours, "", sketch.floats({1, 1, 8, 8})});
    sketch.output(sketch.scaled(large, factor), "sample", {"batch", "3", "pixel_height", "pixel_width"});
    sketch.write(path);
}

double mean(const std::vector<double>& values)
{
    return values.empty()
        ? 0
        : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

} // namespace

void SketchFolder::write(const std::filesystem::path& folder, const std::filesystem::path& tokenizer) const
{
    for (size_t i = 0; i < textWidths.size(); ++i) {
        const std::string number = i == 0 ? "" : "_" + std::to_string(i + 1);
        writeEncoder(folder / ("text_encoder" + number) / "model.onnx", *this, i);
        std::filesystem::copy(tokenizer, folder / ("tokenizer" + number));
    }
    writeDenoiser(folder / "unet" / "model.onnx", *this);
    writeDecoder(folder / "vae_decoder" / "model.onnx", pictureFactor);
    writeFile(folder / "scheduler" / "scheduler_config.json", schedulerConfig);
    if (!modelIndex.empty()) {
        writeFile(folder / "model_index.json", modelIndex);
    }
}

double sketchOffset(const SketchFolder& folder, const SketchCondition& condition)
{
    double offset = condition.time / 1e4 + mean(condition.timeIds) / 1e5 + mean(condition.guidance);
    if (!condition.ids) {
        return offset;
    }
    const double ids = mean({condition.ids->begin(), condition.ids->end()});
    double sum = 0;
    double columns = 0;
    for (size_t i = 0; i < folder.textWidths.size(); ++i) {
        const auto width = static_cast<double>(folder.textWidths[i]);
        sum += ids * textFactor(i, folder.textWidths[i]) * width;
        columns += width;
    }
    offset += sum / columns;
    if (!folder.pooledWidths.empty()) {
        const size_t last = folder.textWidths.size() - 1;
        offset += ids * textFactor(last, folder.textWidths[last]) / 2;
    }
    return offset;
}

} // namespace weightless::testing
