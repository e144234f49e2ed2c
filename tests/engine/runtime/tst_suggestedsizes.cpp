// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/importer.h"

#include <QTest>

using namespace weightless;

namespace {

using Inputs = std::vector<ValueInfo>;
using Sizes = std::vector<qint64>;

ValueInfo input(const char* name, DataType type, SymbolicShape shape)
{
    return {name, type, std::move(shape), "tensor"};
}

const Dimension batch {-1, "batch"}, sequence {-1, "sequence"}, unnamed {-1, ""};
constexpr DataType real = DataType::Float32, whole = DataType::Int64;

} // namespace

// Sizes of free dimensions that a model can be run with when nobody gave one.
class TestSuggestedSizes : public QObject {
    Q_OBJECT

private slots:
    // A voice detector takes no 77 numbers of sound, nor one; but a mask over tokens is as long as they are,
    // and two matrices must fit each other.
    void soundIsAWindowLong_data()
    {
        QTest::addColumn<std::vector<ValueInfo>>("inputs");
        QTest::addColumn<std::vector<qint64>>("suggested");
        QTest::newRow("named") << Inputs {input("input", real, {batch, sequence}), input("sr", whole, {}),
            input("h", real, {{2, ""}, batch, {64, ""}})}
                               << Sizes {1, 512};
        QTest::newRow("unnamed") << Inputs {input("input", real, {unnamed, unnamed}),
            input("state", real, {{2, ""}, unnamed, {128, ""}})}
                                 << Sizes {1, 512, 1};
        QTest::newRow("with a mask") << Inputs {input("values", real, {batch, sequence}),
            input("attention_mask", whole, {batch, sequence})}
                                     << Sizes {1, 512};
        QTest::newRow("tokens with a mask of floats") << Inputs {input("input_mask", real, {batch, sequence}),
            input("ids", whole, {batch, sequence})} << Sizes {1, 77};
        QTest::newRow("embeddings with a mask of floats")
            << Inputs {input("input_mask", real, {batch, sequence}),
                   input("embeddings", real, {batch, sequence, {64, ""}})}
            << Sizes {1, 77};
        QTest::newRow("factors") << Inputs {input("a", real, {unnamed, unnamed}),
            input("b", real, {unnamed, unnamed})}
                                 << Sizes {1, 1, 1, 1};
        QTest::newRow("a factor of another length") << Inputs {input("x", real, {batch, {-1, "seq_len"}}),
            input("y", real, {{-1, "K"}, {8, ""}})} << Sizes {1, 1, 1};
        QTest::newRow("a mask of another length") << Inputs {input("x", real, {batch, sequence}),
            input("attention_mask", real, {batch, {-1, "mask_sequence"}})}
                                                  << Sizes {1, 77, 77};
        QTest::newRow("columns") << Inputs {input("x", real, {unnamed, unnamed}),
            input("y", real, {unnamed, {-1, "F"}})}
                                 << Sizes {1, 1, 1, 1};
        QTest::newRow("features") << Inputs {input("x", real, {{-1, "N"}, {-1, "features"}})} << Sizes {1, 1};
        QTest::newRow("a table") << Inputs {input("x", real, {unnamed, {30, ""}})} << Sizes {1};
    }
    void soundIsAWindowLong() { check(); }

    // A mask covers what is past and what is new, however the exporter names that.
    void masksOfDecodersCoverThePast_data()
    {
        QTest::addColumn<std::vector<ValueInfo>>("inputs");
        QTest::addColumn<std::vector<qint64>>("suggested");
        const Dimension fresh {-1, "sequence_length"}, past {-1, "past_sequence_length"};
        const auto decoder = [&](const Dimension& tokens, const Dimension& covered) {
            return Inputs {input("input_ids", whole, {batch, tokens}),
                input("attention_mask", whole, {batch, covered}),
                input("past_key_values.0.key", real, {batch, {8, ""}, past, {64, ""}})};
        };
        QTest::newRow("total") << decoder(fresh, {-1, "total_sequence_length"}) << Sizes {1, 77, 154, 77};
        QTest::newRow("sum") << decoder(fresh, {-1, "past_sequence_length + sequence_length"})
                             << Sizes {1, 77, 154, 77};
        QTest::newRow("one more") << decoder({1, ""}, {-1, "past_sequence_length + 1"}) << Sizes {1, 78, 77};
        QTest::newRow("one more, beside tokens")
            << decoder(fresh, {-1, "past_sequence_length + 1"}) << Sizes {1, 1, 78, 77};
        QTest::newRow("three more, beside tokens")
            << decoder(fresh, {-1, "1 + past_sequence_length + 2"}) << Sizes {1, 3, 80, 77};
        QTest::newRow("none more, beside tokens")
            << decoder(fresh, {-1, "past_sequence_length + 0"}) << Sizes {1, 1, 77, 77};
        QTest::newRow("something more, beside tokens")
            << decoder(fresh, {-1, "past_sequence_length + batch"}) << Sizes {1, 77, 78, 77};
        QTest::newRow("names with spaces")
            << decoder({-1, "sequence length"}, {-1, " past_sequence_length  +sequence length "})
            << Sizes {1, 77, 154, 77};
        QTest::newRow("total, one token")
            << decoder({1, ""}, {-1, "total_sequence_length"}) << Sizes {1, 78, 77};
        QTest::newRow("no sum") << Inputs {input("x", real, {batch, {-1, "a + b"}})} << Sizes {1, 1};
        QTest::newRow("of nothing") << Inputs {input("x", real, {batch, {-1, "+"}})} << Sizes {1, 1};
        QTest::newRow("of itself") << Inputs {input("x", real, {batch, {-1, "batch+batch+7"}})}
                                   << Sizes {1, 9};
    }
    void masksOfDecodersCoverThePast() { check(); }

    // A decoder's first step has nothing past: its mask is as long as its tokens.
    void aMaskSaysWhatIsPast()
    {
        for (const char* total : {"total_sequence_length", "past_sequence_length + sequence_length"}) {
            std::vector<FreeDimension> dimensions {
                {"sequence_length", {}, 77}, {total, {}, 154}, {"past_sequence_length", {}, 77}};
            const auto suggested = [&](std::map<std::string, int64_t> given) {
                followSizes(dimensions, given);
                return std::pair(dimensions[0].suggested, dimensions[2].suggested);
            };
            QCOMPARE(suggested({{total, 5}, {"sequence_length", 5}}).second, 0);
            QCOMPARE(suggested({{total, 9}, {"sequence_length", 2}}).second, 7);
            QCOMPARE(suggested({{total, 9}, {"past_sequence_length", 6}}).first, 3);
            QCOMPARE(suggested({{total, 9}}), std::pair(int64_t {9}, int64_t {0}));
            QCOMPARE(suggested({{total, 1}, {"sequence_length", 5}}).second, 0);
            QCOMPARE(suggested({{total, 1}, {"past_sequence_length", 5}}).first, 1);
        }
    }

    // Whatever else is said of the same sizes goes by what the one that is given says.
    void sizesDoNotContradictEachOther()
    {
        const std::string total = "total_sequence_length", sum = "past_sequence_length + sequence_length";
        const auto suggested = [&](std::map<std::string, int64_t> given) {
            std::vector<FreeDimension> dimensions {{"sequence_length", {}, 77}, {total, {}, 154},
                {sum, {}, 154}, {"past_sequence_length", {}, 77}};
            followSizes(dimensions, given);
            Sizes sizes;
            for (const FreeDimension& dimension : dimensions) {
                const auto found = given.find(dimension.symbol);
                sizes.push_back(found != given.end() ? found->second : dimension.suggested);
            }
            return sizes;
        };
        QCOMPARE(suggested({{total, 5}, {"sequence_length", 5}}), (Sizes {5, 5, 5, 0}));
        QCOMPARE(suggested({{total, 5}}), (Sizes {5, 5, 5, 0}));
        QCOMPARE(suggested({{sum, 5}}), (Sizes {5, 5, 5, 0}));
        QCOMPARE(suggested({{sum, 9}, {"past_sequence_length", 6}}), (Sizes {3, 9, 9, 6}));
    }

    // "sequence_length" is in "past_sequence_length", too, but no term of "past_sequence_length + 1".
    void termsOfMasksAreWhole()
    {
        const auto suggested = [](const std::string& mask, int64_t size) {
            std::vector<FreeDimension> dimensions {
                {"sequence_length", {}, 77}, {mask, {}, 78}, {"past_sequence_length", {}, 77}};
            followSizes(dimensions, {{mask, size}});
            return std::pair(dimensions[0].suggested, dimensions[2].suggested);
        };
        const auto sizes = [](int64_t fresh, int64_t past) { return std::pair(fresh, past); };
        QCOMPARE(suggested("past_sequence_length + 1", 9), sizes(1, 8)); // one token
        QCOMPARE(suggested("past_sequence_length+1", 0), sizes(1, 0));
        QCOMPARE(suggested("past_sequence_length + sequence_length + 1", 9), sizes(8, 0));
        QCOMPARE(suggested("past_sequence_length + other", 9), sizes(77, 77));
        QCOMPARE(suggested("past_sequence_length + past_sequence_length", 8), sizes(77, 77));
        std::vector<FreeDimension> oneToken {
            {"total_sequence_length", {}, 78}, {"past_sequence_length", {}, 77}};
        followSizes(oneToken, {{"total_sequence_length", 9}});
        QCOMPARE(oneToken[1].suggested, int64_t {8});
    }

    // A mask of 10 made what is past 9, and left 77 tokens beside it, which no such model can run.
    void aMaskOfANumberSaysWhatIsNew()
    {
        const std::string fresh = "sequence_length", past = "past_sequence_length", mask = past + " + 1";
        const auto suggested = [&](const std::map<std::string, int64_t>& given) {
            std::vector<FreeDimension> dimensions {{fresh, {}, 77}, {mask, {}, 78}, {past, {}, 77}};
            followSizes(dimensions, given);
            Sizes sizes;
            for (const FreeDimension& dimension : dimensions) {
                const auto found = given.find(dimension.symbol);
                sizes.push_back(found != given.end() ? found->second : dimension.suggested);
            }
            return sizes;
        };
        QCOMPARE(suggested({}), (Sizes {1, 78, 77}));
        QCOMPARE(suggested({{mask, 10}}), (Sizes {1, 10, 9}));
        QCOMPARE(suggested({{past, 4}}), (Sizes {1, 5, 4}));
        QCOMPARE(suggested({{mask, 10}, {past, 9}}), (Sizes {1, 10, 9}));
        QCOMPARE(suggested({{fresh, 5}}), (Sizes {5, 78, 77})); // is the caller's
    }

    void sumsFollowWhatIsGiven()
    {
        Model model;
        model.graph.inputs = {input("input_ids", whole, {batch, {-1, "sequence_length"}}),
            input("attention_mask", whole, {batch, {-1, "total_sequence_length"}}),
            input("past", real, {batch, {-1, "past_sequence_length"}, {64, ""}})};
        std::vector<FreeDimension> dimensions = freeDimensionsOf(model);
        followSizes(dimensions, {{"sequence_length", 1}, {"past_sequence_length", 9}});
        QCOMPARE(dimensions[2].symbol, std::string("total_sequence_length"));
        QCOMPARE(dimensions[2].suggested, int64_t {10});
        QCOMPARE(dimensions[1].suggested, int64_t {77}); // is no sum
        followSizes(dimensions, {{"past_sequence_length", INT64_MAX}});
        QVERIFY(dimensions[2].suggested > 77);
    }

    // Each name was looked for among all others.
    void manySumsAreQuick()
    {
        std::vector<FreeDimension> dimensions;
        for (int i = 0; i < 100'000; ++i) {
            dimensions.push_back({"d" + std::to_string(i) + " + d" + std::to_string(i + 1), {}, 1});
        }
        std::string ones = "d";
        for (int i = 0; i < 100'000; ++i) {
            ones += "+d";
        }
        dimensions.push_back({"d", {}, 1});
        dimensions.push_back({ones, {}, 1});
        followSizes(dimensions, {{"d", INT64_MAX}});
        QCOMPARE(dimensions.front().suggested, int64_t {1});
        QCOMPARE(dimensions.back().suggested, int64_t {1} << 40);
    }

    // One name was looked for in another, from each of its letters on, also where no size is given.
    void longNamesAreQuick()
    {
        const std::string letters(2'000'000, 'a'), mask = letters + letters + "+";
        std::vector<FreeDimension> dimensions {{letters + "bpast", {}, 1}, {"seq", {}, 1}, {mask, {}, 1}};
        followSizes(dimensions, {});
        followSizes(dimensions, {{mask, 9}});
        QCOMPARE(dimensions[0].suggested, int64_t {1});
    }

private:
    static void check()
    {
        QFETCH(const std::vector<ValueInfo>, inputs);
        QFETCH(const std::vector<qint64>, suggested);
        Model model;
        model.graph.inputs = inputs;
        std::vector<qint64> found;
        for (const FreeDimension& dimension : freeDimensionsOf(model)) {
            found.push_back(dimension.suggested);
        }
        QCOMPARE(found, suggested);
    }
};

QTEST_GUILESS_MAIN(TestSuggestedSizes)
#include "tst_suggestedsizes.moc"
