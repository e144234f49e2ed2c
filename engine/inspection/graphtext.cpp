// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/graphtext.h"

#include "engine/base/error.h"
#include "engine/base/outputfile.h"
#include "engine/base/text.h"
#include "engine/model/nodeorder.h"

#include <string_view>
#include <unordered_map>

namespace weightless {

namespace {

using Body = std::shared_ptr<const ModelGraph>;

std::string typeOf(const Node& node)
{
    return node.domain.empty() ? node.opType : node.domain + "." + node.opType;
}

std::vector<std::pair<std::string, Body>> bodiesOf(const Node& node)
{
    std::vector<std::pair<std::string, Body>> bodies;
    for (const Attribute& attribute : node.attributes.all()) {
        if (const auto* body = std::get_if<Body>(&attribute.value)) {
            bodies.emplace_back(attribute.name, *body);
        } else if (const auto* list = std::get_if<std::vector<Body>>(&attribute.value)) {
            for (size_t i = 0; i < list->size(); ++i) {
                bodies.emplace_back(attribute.name + "[" + std::to_string(i) + "]", (*list)[i]);
            }
        }
    }
    return bodies;
}

std::string describe(const ValueInfo& value)
{
    return toString(value.type) + (value.shape ? toString(*value.shape) : std::string());
}

std::unordered_map<std::string, std::string> typesOf(const ModelGraph& graph)
{
    std::unordered_map<std::string, std::string> types;
    for (const std::vector<ValueInfo>* values : {&graph.inputs, &graph.values, &graph.outputs}) {
        for (const ValueInfo& value : *values) {
            types.emplace(value.name, describe(value));
        }
    }
    return types;
}

// In quotes, as UTF-8, with everything escaped that would end them. Line feeds are what labels have.
std::string quotedLabel(const std::string& text)
{
    std::string result = "\"";
    for (const char c : printableLines(text)) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        if (c == '\n') {
            result += "\\n";
        } else {
            result += c;
        }
    }
    return result + '"';
}

// All that are unprintable have four digits or fewer.
std::string jsonEscape(char32_t codePoint)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
        text += digits[codePoint >> static_cast<unsigned>(shift) & 15U];
    }
    return text;
}

// The same for JSON, which has escapes that read back as the name it was.
std::string quotedText(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += c;
    }
    return escaped(result + '"', jsonEscape);
}

// Which box a value comes from; bodies see what is around them. Empty: from none.
struct Scope {
    const Scope* outer = nullptr;
    std::unordered_map<std::string, std::string> boxes = {};

    [[nodiscard]] std::string find(const std::string& value) const
    {
        for (const Scope* scope = this; scope != nullptr; scope = scope->outer) {
            if (const auto box = scope->boxes.find(value); box != scope->boxes.end()) {
                return box->second;
            }
        }
        return {};
    }
};

class DotWriter {
public:
    std::string write(const Model& model)
    {
        m_text = "digraph " + quotedLabel(displayPath(model.path.filename())) + " {\n  rankdir=TB;\n"
            + "  node [shape=box, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", "
              "fontsize=10];\n";
        writeGraph(model.graph, nullptr, "  ");
        return m_text + "}\n";
    }

private:
    void writeGraph(const ModelGraph& graph, const Scope* outer, const std::string& indent)
    {
        Scope scope {.outer = outer};
        const auto types = typesOf(graph);
        std::unordered_map<std::string, const ConstantInfo*> constants;
        for (const auto& constant : graph.constants) {
            constants.emplace(constant->name, constant.get());
            scope.boxes[constant->name] = {};
        }
        for (const ValueInfo& input : graph.inputs) {
            scope.boxes[input.name] = box(input.name + "\n" + describe(input), indent, ", shape=ellipse");
        }
        for (const Node* each : sortedNodes(graph)) {
            const Node& node = *each;
            std::string label = typeOf(node) + (node.name.empty() ? "" : "\n" + node.name);
            for (const std::string& input : node.inputs) {
                if (const auto constant = constants.find(input); constant != constants.end()) {
                    label.append("\n").append(input).append(" ").append(
                        toString(constant->second->descriptor));
                }
            }
            const std::string id = box(label, indent, "");
            for (const std::string& input : node.inputs) {
                edge(scope.find(input), id, labelOf(types, input), indent);
            }
            for (const auto& [name, body] : bodiesOf(node)) {
                const std::string title = name + " of " + (node.name.empty() ? typeOf(node) : node.name);
                m_text.append(indent).append("subgraph cluster_").append(std::to_string(m_clusters++));
                m_text.append(" {\n")
                    .append(indent)
                    .append("  label=")
                    .append(quotedLabel(title))
                    .append(";\n");
                const size_t first = m_boxes;
                writeGraph(*body, &scope, indent + "  ");
                m_text += indent + "}\n";
                if (m_boxes > first) {
                    m_text += indent + id + " -> n" + std::to_string(first) + " [style=dotted];\n";
                }
            }
            for (const std::string& output : node.outputs) {
                scope.boxes[output] = id;
            }
        }
        for (const ValueInfo& output : graph.outputs) {
            const std::string id = box(output.name + "\n" + describe(output), indent, ", shape=ellipse");
            edge(scope.find(output.name), id, {}, indent);
        }
    }

    static std::string labelOf(
        const std::unordered_map<std::string, std::string>& types, const std::string& value)
    {
        const auto type = types.find(value);
        return type == types.end() ? std::string() : type->second;
    }

    std::string box(const std::string& label, const std::string& indent, const std::string& look)
    {
        std::string id = std::string("n").append(std::to_string(m_boxes++));
        m_text += indent + id + " [label=" + quotedLabel(label) + look + "];\n";
        return id;
    }

    void edge(
        const std::string& from, const std::string& to, const std::string& label, const std::string& indent)
    {
        if (from.empty()) {
            return;
        }
        m_text += indent + from + " -> " + to + (label.empty() ? "" : " [label=" + quotedLabel(label) + "]")
            + ";\n";
    }

    std::string m_text;
    size_t m_boxes = 0;
    size_t m_clusters = 0;
};

class JsonWriter {
public:
    std::string write(const Model& model)
    {
        m_text = "{\n  \"model\": " + quotedText(displayPath(model.path)) + ",\n  \"opsets\": {";
        separated(model.opsets, [&](const auto& opset) {
            m_text += quotedText(opset.first.empty() ? "ai.onnx" : opset.first) + ": "
                + std::to_string(opset.second);
        });
        m_text += "},\n  \"graph\": ";
        writeGraph(model.graph);
        return m_text + "\n}\n";
    }

private:
    template <typename List, typename Write>
    void separated(const List& list, const Write& write)
    {
        bool isFirst = true;
        for (const auto& entry : list) {
            m_text += isFirst ? "" : ", ";
            isFirst = false;
            write(entry);
        }
    }

    void names(const char* key, const std::vector<std::string>& list)
    {
        m_text += std::string("\"") + key + "\": [";
        separated(list, [&](const std::string& name) { m_text += quotedText(name); });
        m_text += "]";
    }

    void values(const char* key, const std::vector<ValueInfo>& list)
    {
        m_text += std::string("\"") + key + "\": [";
        separated(list, [&](const ValueInfo& value) {
            m_text +=
                "{\"name\": " + quotedText(value.name) + ", \"type\": " + quotedText(toString(value.type));
            if (value.shape) {
                m_text += ", \"shape\": [";
                separated(*value.shape, [&](const Dimension& dimension) {
                    m_text +=
                        dimension.isFree() ? quotedText(dimension.symbol) : std::to_string(dimension.value);
                });
                m_text += "]";
            }
            m_text += "}";
        });
        m_text += "]";
    }

    void writeGraph(const ModelGraph& graph)
    {
        m_text += "{";
        values("inputs", graph.inputs);
        m_text += ",\n";
        values("outputs", graph.outputs);
        m_text += ",\n\"constants\": [";
        separated(graph.constants, [&](const auto& constant) {
            m_text += "\n{\"name\": " + quotedText(constant->name)
                + ", \"type\": " + quotedText(toString(constant->descriptor.type))
                + ", \"shape\": " + toString(constant->descriptor.shape)
                + ", \"bytes\": " + std::to_string(constant->sizeBytes) + "}";
        });
        m_text += "],\n\"nodes\": [";
        separated(graph.nodes, [&](const Node& node) { writeNode(node); });
        m_text += "]}";
    }

    void writeNode(const Node& node)
    {
        m_text +=
            "\n{\"name\": " + quotedText(node.name) + ", \"operator\": " + quotedText(typeOf(node)) + ", ";
        names("inputs", node.inputs);
        m_text += ", ";
        names("outputs", node.outputs);
        m_text += ", \"attributes\": {";
        separated(node.attributes.all(), [&](const Attribute& attribute) {
            m_text += quotedText(attribute.name) + ": " + quotedText(toString(attribute.value));
        });
        m_text += "}";
        const auto bodies = bodiesOf(node);
        if (!bodies.empty()) {
            m_text += ", \"bodies\": {";
            separated(bodies, [&](const auto& body) {
                m_text += quotedText(body.first) + ": ";
                writeGraph(*body.second);
            });
            m_text += "}";
        }
        m_text += "}";
    }

    std::string m_text;
};

bool isDotFileName(const std::filesystem::path& path)
{
    const std::string extension = lowerCase(displayPath(path.extension()));
    return extension == ".dot" || extension == ".gv";
}

} // namespace

std::string graphDot(const Model& model)
{
    return DotWriter().write(model);
}

std::string graphJson(const Model& model)
{
    return JsonWriter().write(model);
}

bool isGraphFileName(const std::filesystem::path& path)
{
    return isDotFileName(path) || lowerCase(displayPath(path.extension())) == ".json";
}

void writeGraph(const std::filesystem::path& path, const Model& model)
{
    if (!isGraphFileName(path)) {
        throw Error(ErrorKind::InvalidArgument,
            "Cannot write the graph as '" + displayPath(path)
                + "': expected a name that ends in .dot, .gv or .json");
    }
    OutputFile file(path);
    file.write(isDotFileName(path) ? graphDot(model) : graphJson(model));
    file.commit();
}

} // namespace weightless
