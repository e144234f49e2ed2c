// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/ops/operatortable.h"

#include "engine/ops/hostoperator.h"
#include "engine/ops/kernelfamily.h"
#include "engine/ops/testing/operatorcase.h"

#include <map>
#include <set>

namespace weightless::test {

namespace {

struct Row {
    std::set<int64_t> versions;
    std::set<DataType> types; // in ONNX's order
    bool onDevice = false;
    bool onHost = false;
};

// By domain and name; fusion's own operators are none that a model can have.
using Rows = std::map<std::pair<std::string, std::string>, Row>;

// Types that are read but never computed in have no suffix.
std::string shortName(DataType type)
{
    const std::string suffix(ops::typeSuffix(type));
    return suffix.empty() ? toString(type) : suffix;
}

Rows rowsOf()
{
    Rows rows;
    const auto rowOf = [&](const ops::Operator& op) -> Row& {
        const std::string domain(op.domain.empty() ? "ai.onnx" : op.domain);
        return rows[{domain, std::string(op.name)}];
    };
    for (const ops::Operator* op : ops::standardRegistry().all()) {
        if (op->domain != "weightless") {
            Row& row = rowOf(*op);
            row.onDevice = true;
            row.versions.insert(op->sinceVersion);
        }
    }
    for (const ops::HostOperator* host : ops::hostRegistry().all()) {
        if (host->op.domain == "weightless") {
            continue;
        }
        Row& row = rowOf(host->op);
        row.onHost = true;
        if (!row.onDevice) {
            row.versions.insert(host->op.sinceVersion);
        }
    }
    ops::CaseList cases;
    ops::addAllCases(cases);
    for (const ops::OperatorCase& test : cases) {
        const auto row = rows.find({test.domain.empty() ? "ai.onnx" : test.domain, test.opType});
        if (row != rows.end() && !test.expectedError && !test.inputs.empty() && test.inputs[0]) {
            row->second.types.insert(test.inputs[0]->descriptor.type);
        }
    }
    return rows;
}

template <typename Values, typename ToText>
std::string joined(const Values& values, ToText toText)
{
    std::string text;
    for (const auto& value : values) {
        text += (text.empty() ? "" : " ") + toText(value);
    }
    return text;
}

} // namespace

std::string operatorTable()
{
    std::string table;
    std::string domain;
    for (const auto& [key, row] : rowsOf()) {
        if (key.first != domain) {
            domain = key.first;
            table += "\n### " + domain + "\n\n| operator | versions | runs on | types |\n|---|---|---|---|\n";
        }
        const std::string where = !row.onHost ? "device" : row.onDevice ? "device, CPU" : "CPU";
        const std::string types = joined(row.types, shortName);
        table += "| " + key.second + " | "
            + joined(row.versions, [](int64_t version) { return std::to_string(version); }) + " | " + where
            + " | " + (row.onDevice ? types : "any") + " |\n";
    }
    return table + "\n";
}

} // namespace weightless::test
