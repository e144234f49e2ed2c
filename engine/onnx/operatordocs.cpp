// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/operatordocs.h"

#include <onnx/defs/schema.h>

#include <algorithm>
#include <limits>

namespace weightless::onnx_io {

namespace {

std::string trimmed(std::string text)
{
    const auto begin = text.find_first_not_of(" \n\r\t");
    const auto end = text.find_last_not_of(" \n\r\t");
    return begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1);
}

std::vector<OperatorDocs::Entry> parameters(const std::vector<onnx::OpSchema::FormalParameter>& list)
{
    std::vector<OperatorDocs::Entry> entries;
    for (const auto& parameter : list) {
        entries.push_back({parameter.GetName(), parameter.GetTypeStr(), trimmed(parameter.GetDescription())});
    }
    return entries;
}

} // namespace

std::optional<OperatorDocs> operatorDocs(std::string_view opType, std::string_view domain, int64_t opset)
{
    const int version = static_cast<int>(std::clamp<int64_t>(opset, 1, std::numeric_limits<int>::max()));
    const onnx::OpSchema* schema = onnx::OpSchemaRegistry::Schema(
        std::string(opType), version, domain == "ai.onnx" ? std::string() : std::string(domain));
    if (!schema)
        return std::nullopt;
    OperatorDocs docs;
    docs.sinceVersion = schema->SinceVersion();
    docs.text = schema->doc() ? trimmed(schema->doc()) : std::string();
    docs.inputs = parameters(schema->inputs());
    docs.outputs = parameters(schema->outputs());
    for (const auto& [name, attribute] : schema->attributes())
        docs.attributes.push_back({name, {}, trimmed(attribute.description)});
    return docs;
}

} // namespace weightless::onnx_io
