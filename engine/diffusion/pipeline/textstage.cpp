// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/pipeline/textstage.h"

#include "engine/base/error.h"
#include "engine/diffusion/pipeline/tokentable.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <ranges>

namespace weightless::diffusion {

namespace {

const ValueInfo& idsOf(const PipelinePart& encoder)
{
    const ValueInfo& ids = encoder.needInput({"input_ids"});
    const bool fits = ids.type == DataType::Int32 || ids.type == DataType::Int64;
    if (!fits || (ids.shape && ids.shape->size() != 2)) {
        throw Error(ErrorKind::Unsupported,
            "The " + encoder.role() + "'s input 'input_ids' is no int32 or int64 of two dimensions");
    }
    return ids;
}

HostTensor tokenTensor(
    const TensorDescriptor& descriptor, const std::vector<const std::vector<int32_t>*>& rows)
{
    HostTensor tensor = makeHostTensor(descriptor);
    size_t index = 0;
    for (const std::vector<int32_t>* const row : rows) {
        for (const int32_t id : *row) {
            setElement(tensor, index++, int64_t {id});
        }
    }
    return tensor;
}

// "hidden_states.11" → 11
std::optional<int> layerOf(const std::string& name)
{
    constexpr std::string_view prefix = "hidden_states.";
    int layer = 0;
    if (!name.starts_with(prefix)) {
        return std::nullopt;
    }
    const char* const end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + prefix.size(), end, layer);
    return parsed.ec == std::errc() && parsed.ptr == end ? std::optional(layer) : std::nullopt;
}

const GraphPort* outputNamed(const Graph& graph, std::initializer_list<const char*> names, size_t rank)
{
    const std::vector<GraphPort>& ports = graph.outputs();
    for (const char* const name : names) {
        const auto found = std::ranges::find(ports, name, &GraphPort::name);
        if (found != ports.end() && found->descriptor.shape.size() == rank) {
            return &*found;
        }
    }
    const auto first = std::ranges::find_if(
        ports, [rank](const GraphPort& port) { return port.descriptor.shape.size() == rank; });
    return first == ports.end() ? nullptr : &*first;
}

const GraphPort& hiddenOutput(const PipelinePart& encoder, bool isOneOfTwo)
{
    const GraphPort* output = nullptr;
    if (isOneOfTwo) {
        std::vector<std::pair<int, const GraphPort*>> layers;
        for (const GraphPort& port : encoder.graph().outputs()) {
            if (const auto layer = layerOf(port.name)) {
                layers.emplace_back(*layer, &port);
            }
        }
        std::ranges::sort(layers);
        output = layers.size() < 2 ? nullptr : layers[layers.size() - 2].second;
    } else {
        output = outputNamed(encoder.graph(), {"last_hidden_state"}, 3);
    }
    if (output == nullptr || output->descriptor.shape.size() != 3) {
        throw Error(ErrorKind::Unsupported,
            "The " + encoder.role() + " gives no "
                + (isOneOfTwo ? "'hidden_states.N' of its layers; export it with output_hidden_states"
                              : "'last_hidden_state' of three dimensions"));
    }
    return *output;
}

} // namespace

int64_t tokensOf(const PipelinePart& encoder, int64_t fallback)
{
    const ValueInfo& ids = idsOf(encoder);
    const bool isFixed = ids.shape && !(*ids.shape)[1].isFree();
    return isFixed ? (*ids.shape)[1].value : fallback;
}

std::map<std::string, TensorDescriptor> encoderInputs(const PipelinePart& encoder, int64_t tokens)
{
    const ValueInfo& ids = idsOf(encoder);
    const Shape shape {rowsOf(ids), tokens};
    std::map<std::string, TensorDescriptor> inputs {{ids.name, {ids.type, shape}}};
    if (const ValueInfo* const mask = encoder.input("attention_mask")) {
        inputs[mask->name] = {mask->type, shape};
    }
    return inputs;
}

void checkTokens(const PipelinePart& encoder, const ClipTokenizer& tokenizer)
{
    const std::optional<int64_t> rows = tokenTableRows(encoder.model().graph, idsOf(encoder).name);
    const int64_t largest =
        std::max({tokenizer.startId(), tokenizer.endId(), tokenizer.padId(), tokenizer.largestId()});
    if (rows && largest >= *rows) {
        throw Error(ErrorKind::InvalidArgument,
            "The tokenizer does not fit the " + encoder.role() + ": it has tokens up to "
                + std::to_string(largest) + ", and the embedding has " + std::to_string(*rows) + " rows");
    }
}

EncodedPrompts encodePrompts(Context& context, PipelinePart& encoder, const PromptTokens& tokens,
    bool isGuided, bool isOneOfTwo, const std::stop_token& stop)
{
    EncodedPrompts result;
    const std::string idsName = encoder.needInput({"input_ids"}).name;
    const std::string hiddenName = hiddenOutput(encoder, isOneOfTwo).name;
    const GraphPort* const pooled = outputNamed(encoder.graph(), {"text_embeds", "pooler_output"}, 2);
    const std::vector<GraphPort>& ports = encoder.graph().inputs();
    const TensorDescriptor ids = std::ranges::find(ports, idsName, &GraphPort::name)->descriptor;
    NamedTensors inputs;
    for (const GraphPort& port : ports) {
        inputs[port.name] = context.createTensor(port.descriptor);
        if (port.name != idsName) { // the mask: every token counts, as Stable Diffusion was trained
            HostTensor ones = makeHostTensor(port.descriptor);
            for (size_t i = 0; i < static_cast<size_t>(elementCount(port.descriptor.shape).value_or(0));
                 ++i) {
                setElement(ones, i, int64_t {1});
            }
            context.writeTensor(*inputs[port.name], ones.bytes);
        }
    }
    result.holdsBoth = ids.shape.front() == 2;
    if (ids.shape.front() > 2) {
        throw Error(ErrorKind::Unsupported,
            "The " + encoder.role() + " is fixed to " + std::to_string(ids.shape.front())
                + " texts at once; pictures are made with one or two");
    }
    for (size_t prompt = isGuided ? 0 : 1; prompt < 2; ++prompt) {
        std::vector<const std::vector<int32_t>*> rows {&tokens[prompt]};
        if (result.holdsBoth) {
            rows = {&tokens[isGuided ? 0 : 1], &tokens[1]};
        }
        const NamedTensors outputs = encoder.makeOutputs();
        context.writeTensor(*inputs[idsName], tokenTensor(ids, rows).bytes);
        encoder.run(inputs, outputs, stop);
        result.hidden[prompt] = outputs.at(hiddenName);
        result.pooled[prompt] = pooled == nullptr ? nullptr : outputs.at(pooled->name);
        if (result.holdsBoth) {
            result.hidden[1] = result.hidden[prompt];
            result.pooled[1] = result.pooled[prompt];
            break;
        }
    }
    return result;
}

bool areFinite(Context& context, const std::array<std::shared_ptr<Tensor>, 2>& encoded)
{
    return std::ranges::all_of(encoded, [&](const std::shared_ptr<Tensor>& tensor) {
        if (tensor == nullptr || !isFloat(tensor->descriptor().type)) {
            return true;
        }
        const HostTensor values = context.readTensor(*tensor);
        const auto count = static_cast<size_t>(elementCount(values.descriptor.shape).value_or(0));
        return std::ranges::all_of(std::views::iota(size_t {0}, count),
            [&](size_t place) { return std::isfinite(elementAsDouble(values, place)); });
    });
}

} // namespace weightless::diffusion
