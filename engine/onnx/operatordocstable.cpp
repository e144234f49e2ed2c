// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/operatordocs.h"

#include <iterator>

// In place of libonnx, where it cannot be had: its schemas as a table, written down by a program that had it
// (packaging/windows/recipes/onnx).
namespace weightless::onnx_io {

namespace {

enum class Kind { Operator, Input, Output, Attribute };

struct Row {
    Kind kind;
    int sinceVersion; // of an operator; what belongs to it stands below it
    const char* name;
    const char* type; // an operator's domain
    const char* text;
};

const Row rows[] = {
#include WEIGHTLESS_OPERATOR_DOCS
};

std::string trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \n\r\t");
    const auto end = text.find_last_not_of(" \n\r\t");
    return std::string(
        begin == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin + 1));
}

const Row* latest(std::string_view opType, std::string_view domain, int64_t opset)
{
    const Row* best = nullptr;
    for (const Row& row : rows) {
        if (row.kind == Kind::Operator && row.name == opType && row.type == domain
            && row.sinceVersion <= opset && (best == nullptr || row.sinceVersion > best->sinceVersion)) {
            best = &row;
        }
    }
    return best;
}

} // namespace

std::optional<OperatorDocs> operatorDocs(std::string_view opType, std::string_view domain, int64_t opset)
{
    const Row* row = latest(opType, domain == "ai.onnx" ? std::string_view() : domain, opset < 1 ? 1 : opset);
    if (row == nullptr) {
        return std::nullopt;
    }
    OperatorDocs docs;
    docs.sinceVersion = row->sinceVersion;
    docs.text = trimmed(row->text);
    std::vector<OperatorDocs::Entry>* lists[] = {nullptr, &docs.inputs, &docs.outputs, &docs.attributes};
    for (++row; row != std::end(rows) && row->kind != Kind::Operator; ++row) {
        lists[static_cast<size_t>(row->kind)]->push_back({row->name, row->type, trimmed(row->text)});
    }
    return docs;
}

} // namespace weightless::onnx_io
