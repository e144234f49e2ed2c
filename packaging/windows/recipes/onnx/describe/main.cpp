// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// describe FOLDER: onnx/onnx-ml.proto, onnx/onnx-data.proto and operatordocs.inc
// (engine/onnx/operatordocstable.cpp reads it), as the installed libonnx has them.
#include <onnx/defs/schema.h>
#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>

#include <fstream>
#include <string>
#include <vector>

namespace {

std::string literal(const std::string& text)
{
    static const char digits[] = "01234567";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += {'\\', c};
        } else if (c == '\n') {
            result += "\\n";
        } else if (byte < 32 || byte > 126) {
            // Octal, since three digits are all it takes.
            result += {'\\', digits[byte >> 6], digits[byte >> 3 & 7], digits[byte & 7]};
        } else {
            result += c;
        }
    }
    return result + '"';
}

void row(std::ostream& out, const char* kind, int version, const std::string& name, const std::string& type,
    const std::string& text)
{
    out << "{Kind::" << kind << ", " << version << ", " << literal(name) << ", " << literal(type) << ", "
        << literal(text) << "},\n";
}

void writeSchema(std::ostream& out, const onnx::OpSchema& schema)
{
    row(out, "Operator", schema.SinceVersion(), schema.Name(), schema.domain(),
        schema.doc() ? schema.doc() : "");
    for (const auto& input : schema.inputs())
        row(out, "Input", 0, input.GetName(), input.GetTypeStr(), input.GetDescription());
    for (const auto& output : schema.outputs())
        row(out, "Output", 0, output.GetName(), output.GetTypeStr(), output.GetDescription());
    for (const auto& [name, attribute] : schema.attributes())
        row(out, "Attribute", 0, name, "", attribute.description);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    const std::string folder = std::string(argv[1]) + "/";
    std::ofstream(folder + "onnx/onnx-ml.proto") << onnx::ModelProto::descriptor()->file()->DebugString();
    std::ofstream(folder + "onnx/onnx-data.proto")
        << onnx::SequenceProto::descriptor()->file()->DebugString();
    std::ofstream table(folder + "operatordocs.inc");
    for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas_with_history())
        writeSchema(table, schema);
    return table.flush() ? 0 : 1;
}
