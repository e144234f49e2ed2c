// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/indexedtables.h"

#include "tests/engine/expecterror.h"

#include <QTest>

#include <vector>

using namespace weightless;

namespace {

std::shared_ptr<const ConstantInfo> table(const char* name, Shape shape)
{
    auto constant = std::make_shared<ConstantInfo>();
    constant->name = name;
    constant->descriptor = {DataType::Float32, std::move(shape)};
    return constant;
}

Node node(const char* type, std::vector<std::string> inputs, const char* output,
    const char* attribute = nullptr, int64_t value = 0)
{
    Node made {.opType = type, .inputs = std::move(inputs), .outputs = {output}};
    if (attribute != nullptr) {
        made.attributes.set(attribute, value);
    }
    return made;
}

// What chooses from rows[7, 3] or few[2, 3] by `ids`.
Model lookup(std::vector<Node> nodes)
{
    Model model;
    model.graph.inputs = {{"ids", DataType::Int64, SymbolicShape {{-1, "n"}}},
        {"x", DataType::Float32, SymbolicShape {{-1, "n"}}}};
    model.graph.constants = {table("rows", {7, 3}), table("few", {2, 3}), table("shape", {2})};
    model.graph.nodes = std::move(nodes);
    return model;
}

int64_t sizeOf(const Model& model)
{
    const auto tables = tablesIndexedByInputs(model);
    const auto found = tables.find("ids");
    return found == tables.end() ? 0 : found->second.size;
}

void check(const std::vector<int64_t>& values)
{
    checkIndices("ids", makeInt64Tensor(values), {"rows", 7});
}

} // namespace

class TestIndexedTables : public QObject {
    Q_OBJECT

private slots:
    void inputsThatChoose()
    {
        QCOMPARE(sizeOf(lookup({node("Gather", {"rows", "ids"}, "y")})), int64_t {7});
        QCOMPARE(sizeOf(lookup({node("Gather", {"rows", "ids"}, "y", "axis", -1)})), int64_t {3});
        const Model moved = lookup({node("Cast", {"ids"}, "i", "to", 6), node("Reshape", {"i", "shape"}, "r"),
            node("Gather", {"rows", "r"}, "y")});
        QCOMPARE(sizeOf(moved), int64_t {7});
        const Model both =
            lookup({node("Gather", {"rows", "ids"}, "y"), node("Gather", {"few", "ids"}, "z")});
        QCOMPARE(sizeOf(both), int64_t {2});
        QCOMPARE(tablesIndexedByInputs(both).at("ids").name, std::string("few"));
    }

    // Nothing is known of what is computed, nor of a table that is given.
    void othersDoNot()
    {
        QCOMPARE(sizeOf(lookup({node("Add", {"ids", "ids"}, "i"), node("Gather", {"rows", "i"}, "y")})),
            int64_t {0});
        QCOMPARE(sizeOf(lookup({node("Gather", {"x", "ids"}, "y")})), int64_t {0});
        QCOMPARE(sizeOf(lookup({node("Cast", {"ids"}, "i", "to", 1), node("Gather", {"rows", "i"}, "y")})),
            int64_t {0});
        Model given = lookup({node("Gather", {"rows", "ids"}, "y")});
        given.graph.inputs.push_back({"rows", DataType::Float32, SymbolicShape {{-1, "m"}, {3, ""}}});
        QCOMPARE(sizeOf(given), int64_t {0});
    }

    void valuesAreIndices()
    {
        check({0, 6, -1, -7});
        EXPECT_ERROR(check({0, 7}), ErrorKind::InvalidArgument,
            "Input 'ids' chooses from 'rows' by its values: they must lie within -7 … 6, but element 1 is 7");
        EXPECT_ERROR(check({-8}), ErrorKind::InvalidArgument, "element 0 is -8");
    }
};

QTEST_APPLESS_MAIN(TestIndexedTables)
#include "tst_indexedtables.moc"
