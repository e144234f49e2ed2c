// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/constanttable.h"

#include "app/cli/output/text.h"
#include "engine/base/bytes.h"
#include "engine/base/outputfile.h"
#include "engine/model/constantpaths.h"

#include <string_view>
#include <unordered_map>

namespace weightless::cli {

namespace {

struct Row {
    const ConstantInfo* constant = nullptr;
    std::string path = {}; // as `extract` takes it
    bool sharesName = false; // with others
    double share = 0;
    std::string file = {}; // of the bytes; empty when they lie in no file
    std::optional<uint64_t> offset = {};
};

std::vector<Row> rowsOf(const Model& model)
{
    const auto total = static_cast<double>(totalsOf(model).constantBytes);
    std::unordered_map<const ConstantInfo*, std::string> paths;
    std::unordered_map<std::string_view, size_t> counts;
    for (ConstantPath& each : constantPaths(model, [](const ConstantInfo&) { return true; })) {
        ++counts[each.constant->name];
        paths.emplace(each.constant.get(), std::move(each.path));
    }
    std::vector<Row> rows;
    forEachConstant(model, [&](const std::shared_ptr<const ConstantInfo>& constant) {
        Row row;
        row.constant = constant.get();
        row.path = paths[row.constant];
        row.sharesName = counts[constant->name] > 1;
        row.share = total > 0 ? static_cast<double>(constant->sizeBytes) / total : 0;
        row.file = containerName(constant->source);
        if (!row.file.empty()) {
            row.offset = offsetBytes(constant->source);
        }
        rows.push_back(std::move(row));
    });
    return rows;
}

std::string_view stateOf(const ConstantInfo& constant)
{
    return !constant.problem.empty() ? "broken" : constant.value ? "known" : "hollow";
}

} // namespace

Json constantsJson(const Model& model)
{
    Json::array_t list;
    for (const Row& row : rowsOf(model)) {
        const ConstantInfo& constant = *row.constant;
        Json::array_t shape;
        for (const int64_t dimension : constant.descriptor.shape) {
            shape.emplace_back(dimension);
        }
        Json entry {{"name", constant.name}, {"path", row.path}, {"type", toString(constant.descriptor.type)},
            {"shape", shape}, {"bytes", constant.sizeBytes}, {"share", row.share},
            {"file", row.file.empty() ? Json() : Json(row.file)},
            {"offset", row.offset ? Json(*row.offset) : Json()}, {"state", stateOf(constant)}};
        if (!constant.problem.empty()) {
            entry["problem"] = constant.problem;
        }
        list.push_back(std::move(entry));
    }
    return list;
}

std::string constantsText(const Model& model)
{
    TextTable table({{"Constant"}, {"type"}, {"shape"}, {"bytes", Align::Right}, {"share", Align::Right},
        {"file"}, {"offset", Align::Right}, {"state"}});
    for (const Row& row : rowsOf(model)) {
        const ConstantInfo& constant = *row.constant;
        table.addRow({row.sharesName ? row.path : constant.name, toString(constant.descriptor.type),
            toString(constant.descriptor.shape), std::to_string(constant.sizeBytes),
            formatFixed(100 * row.share, 2) + " %", row.file.empty() ? "–" : row.file,
            row.offset ? std::to_string(*row.offset) : "–", std::string(stateOf(constant))});
    }
    return table.toString();
}

void writeConstantsCsv(OutputFile& file, const Model& model)
{
    file.write("name,type,shape,bytes,share,file,offset,state,path\n");
    for (const Row& row : rowsOf(model)) {
        const ConstantInfo& constant = *row.constant;
        std::string line = csvCell(constant.name) + ',' + csvCell(toString(constant.descriptor.type)) + ','
            + csvCell(toString(constant.descriptor.shape)) + ',' + std::to_string(constant.sizeBytes) + ','
            + formatNumber(row.share) + ',' + csvCell(row.file) + ','
            + (row.offset ? std::to_string(*row.offset) : "") + ',';
        line += stateOf(constant);
        file.write(line + ',' + csvCell(row.path) + '\n');
    }
}

} // namespace weightless::cli
