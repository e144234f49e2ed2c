// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/expecterror.h"
#include "tests/engine/ops/hostrun.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stop_token>

using namespace weightless;
using namespace weightless::ops;

class TestStringOperators : public QObject {
    Q_OBJECT

private slots:
    void normalizesStrings()
    {
        Attributes attributes = with("case_change_action", std::string("UPPER"));
        attributes.set("stopwords", std::vector<std::string> {"Monday"});
        const HostValue days = strings({"monday", "tuesd\u00e4y"});
        QCOMPARE(run("StringNormalizer", {days}, attributes)[0].tensor->strings,
            (std::vector<std::string> {"TUESD\u00c4Y"}));
        attributes.set("is_case_sensitive", int64_t {1});
        QCOMPARE(run("StringNormalizer", {days}, attributes)[0].tensor->strings.size(), size_t {2});
        attributes.set("stopwords", std::vector<std::string> {"monday", "tuesd\u00e4y"});
        const HostValue nothing = run("StringNormalizer", {days}, attributes)[0];
        QCOMPARE(nothing.tensor->strings, (std::vector<std::string> {""}));
        attributes.set("stopwords", std::vector<std::string> {});
        QCOMPARE(run("StringNormalizer", {strings({"\u043f\u044f\u0451", "\u03b1\xff\u00df\u4e00z"})},
                     attributes)[0]
                     .tensor->strings,
            (std::vector<std::string> {"\u041f\u042f\u0401", "\u0391\xff\u00df\u4e00Z"}));
        EXPECT_ERROR(
            run("StringNormalizer", {floats({1}, {1})}), ErrorKind::InvalidArgument, "expected strings");
    }

    void tokenizesWords()
    {
        using Strings = std::vector<std::string>;
        const auto tokens = [](const HostValue& x, const Attributes& attributes) {
            return run("Tokenizer", {x}, attributes, 12, "com.microsoft")[0];
        };
        const HostValue x = strings({"one, two", "\u00e9l\u00e9ments!", ""});
        Attributes words = with("tokenexp", std::string("[a-z\u00e9]+"));
        words.set("pad_value", std::string("#"));
        words.set("mincharnum", int64_t {1});
        HostValue y = tokens(x, words);
        QCOMPARE(y.tensor->descriptor.shape, (Shape {3, 2}));
        QCOMPARE(y.tensor->strings, (Strings {"one", "two", "\u00e9l\u00e9ments", "#", "#", "#"}));
        words.set("mark", int64_t {1}); // with padding behind the mark of the end
        y = tokens(makeHostValue(stringTensor({1, 2}, {"a b", "c"})), words);
        QCOMPARE(y.tensor->descriptor.shape, (Shape {1, 2, 4}));
        QCOMPARE(y.tensor->strings, (Strings {"\x02", "a", "b", "\x03", "\x02", "c", "\x03", "#"}));
        QCOMPARE(tokens(strings({"1", "."}), words).tensor->descriptor.shape, (Shape {2, 0}));
        words.set("mincharnum", int64_t {3}); // of characters, not bytes
        words.set("mark", int64_t {0});
        QCOMPARE(tokens(strings({"ab \u00e9\u00e9 abc"}), words).tensor->strings, (Strings {"abc"}));

        Attributes separators = with("separators", Strings {"[,;]", " +"});
        QCOMPARE(tokens(strings({" one,two  three;", "\u4e00 \xff"}), separators).tensor->strings,
            (Strings {"one", "two", "three", "\u4e00", "\xff", ""}));
        separators.set("mincharnum", int64_t {4});
        QCOMPARE(tokens(strings({"one,three"}), separators).tensor->strings, (Strings {"three"}));
        for (const Attributes& characters :
            {with("separators", Strings {""}), with("tokenexp", std::string("."))}) {
            QCOMPARE(tokens(strings({"a\u00e9", "b"}), characters).tensor->strings,
                (Strings {"a", "\u00e9", "b", ""}));
        }
    }

    void refusesTokenizers()
    {
        const auto tokens = [](const HostValue& x, const Attributes& attributes) {
            return run("Tokenizer", {x}, attributes, 12, "com.microsoft");
        };
        EXPECT_ERROR(tokens(strings({"a"}), {}), ErrorKind::InvalidArgument, "neither separators nor");
        Attributes words = with("tokenexp", std::string("."));
        words.set("mincharnum", int64_t {2});
        EXPECT_ERROR(tokens(strings({"a"}), words), ErrorKind::InvalidArgument, "each character is a word");
        words.set("mincharnum", int64_t {0});
        EXPECT_ERROR(tokens(strings({"a"}), words), ErrorKind::InvalidArgument, "mincharnum is 0");
        const HostValue deep = makeHostValue(stringTensor({1, 1, 1}, {"a"}));
        EXPECT_ERROR(tokens(deep, with("tokenexp", std::string("a+"))), ErrorKind::InvalidArgument,
            "one or two dimensions");
        EXPECT_ERROR(tokens(strings({"a"}), with("tokenexp", std::string("("))), ErrorKind::InvalidArgument,
            "the pattern '('");
    }

    // Of other alphabets, whose capitals lie before their small letters, behind them or beside them.
    void changesTheCaseOfOtherLetters()
    {
        const std::string small = "\u03b5\u03bb\u03bb\u03ac\u03b4\u03b1 \u0142\u00f3d\u017a \u0151\u0159 "
                                  "\u00ff \u0493\u04cf \u0565";
        const std::string capital = "\u0395\u039b\u039b\u0386\u0394\u0391 \u0141\u00d3D\u0179 \u0150\u0158 "
                                    "\u0178 \u0492\u04c0 \u0535";
        const auto changed = [&](const char* action, const std::string& text) {
            return run(
                "StringNormalizer", {strings({text})}, with("case_change_action", std::string(action)))[0]
                .tensor->strings.front();
        };
        QCOMPARE(changed("UPPER", small), capital);
        QCOMPARE(changed("LOWER", capital), small);
        QCOMPARE(changed("UPPER", "\u03c2\u0131\u00d7\u4e00"), std::string("\u03a3\u0131\u00d7\u4e00"));
        QCOMPARE(changed("LOWER", "\u03a3\u0130\u00f7"), std::string("\u03c3\u0130\u00f7"));
    }

    void castsStrings()
    {
        const Attributes toString = with("to", static_cast<int64_t>(DataType::String));
        const double infinity = std::numeric_limits<double>::infinity();
        QCOMPARE(run("Cast", {floats({4}, {0.1, 3, std::nan(""), -infinity})}, toString)[0].tensor->strings,
            (std::vector<std::string> {"0.1", "3", "NaN", "-INF"}));
        const Attributes toFloat = with("to", static_cast<int64_t>(DataType::Float32));
        const HostValue y = run("Cast", {strings({"0.5", "+INF", "-inf", "nan", "1e3"})}, toFloat)[0];
        QCOMPARE(numbers(y)[0], 0.5f);
        QVERIFY(std::isinf(numbers(y)[1]) && numbers(y)[1] > 0);
        QVERIFY(std::isinf(numbers(y)[2]) && numbers(y)[2] < 0);
        QVERIFY(std::isnan(numbers(y)[3]));
        QCOMPARE(numbers(y)[4], 1000.0f);
        const Attributes toInt = with("to", static_cast<int64_t>(DataType::Int64));
        QCOMPARE(integers(run("Cast", {strings({"9223372036854775807"})}, toInt)[0])[0], INT64_MAX);
        const Attributes toUnsigned = with("to", static_cast<int64_t>(DataType::UInt64));
        const HostValue large = run(
            "Cast", {strings({"18446744073709551615", "9223372036854775808", "-1", " 7"})}, toUnsigned)[0];
        const std::vector<uint64_t> expected {UINT64_MAX, uint64_t {1} << 63, UINT64_MAX, 7};
        QVERIFY(std::ranges::equal(large.tensor->as<uint64_t>(), expected));
        EXPECT_ERROR(run("Cast", {strings({"18446744073709551616"})}, toUnsigned), ErrorKind::InvalidArgument,
            "is no number");
        const HostValue apart = run("Cast", {strings({" 7", "\t-2.5\n", "+4 "})}, toFloat)[0];
        QCOMPARE(numbers(apart), (std::vector<float> {7, -2.5f, 4}));
        QCOMPARE(integers(run("Cast", {strings({" 12\r\n"})}, toInt)[0])[0], 12);
        for (const char* text : {"12 apples", "", "  ", "+-7", "+ 7"}) {
            EXPECT_ERROR(run("Cast", {strings({text})}, toInt), ErrorKind::InvalidArgument, "is no number");
        }
        QCOMPARE(numbers(run("CastLike", {strings({"2"}), floats({}, {0})})[0])[0], 2.0f);
    }

    void joinsAndSplitsStrings()
    {
        const HostValue a = makeHostValue(stringTensor({2, 1}, {"a", "b"}));
        QCOMPARE(run("StringConcat", {a, strings({"x", "y"})})[0].tensor->strings,
            (std::vector<std::string> {"ax", "ay", "bx", "by"}));
        auto y = run("StringSplit", {strings({"a b  c", "", " d"})});
        QCOMPARE(y[0].tensor->descriptor.shape, (Shape {3, 3}));
        QCOMPARE(y[0].tensor->strings, (std::vector<std::string> {"a", "b", "c", "", "", "", "d", "", ""}));
        QCOMPARE(integers(y[1]), (std::vector<int64_t> {3, 0, 1}));
        Attributes attributes = with("delimiter", std::string("--"));
        attributes.set("maxsplit", int64_t {1});
        y = run("StringSplit", {strings({"1--2--3"})}, attributes);
        QCOMPARE(y[0].tensor->strings, (std::vector<std::string> {"1", "2--3"}));
    }

    void vectorizes()
    {
        Attributes attributes = with("mode", std::string("TF"));
        attributes.set("min_gram_length", int64_t {1});
        attributes.set("max_gram_length", int64_t {2});
        attributes.set("max_skip_count", int64_t {1});
        attributes.set("ngram_counts", std::vector<int64_t> {0, 2});
        attributes.set("ngram_indexes", std::vector<int64_t> {0, 1, 2});
        attributes.set("pool_int64s", std::vector<int64_t> {2, 3, 5, 6});
        const HostValue words = makeHostValue(int64Tensor({2, 5, 6, 5, 3, 6}));
        // 2, 3, and 5-6 beside each other or with one between
        QCOMPARE(numbers(run("TfIdfVectorizer", {words}, attributes)[0]), (std::vector<float> {1, 1, 2}));
        attributes.set("mode", std::string("TFIDF"));
        attributes.set("weights", std::vector<float> {1, 1, 0.5f});
        QCOMPARE(numbers(run("TfIdfVectorizer", {words}, attributes)[0]), (std::vector<float> {1, 1, 1}));
        // 2 stands twice in the pool, which moves no gram after it.
        attributes.set("pool_int64s", std::vector<int64_t> {2, 2, 3, 5, 6});
        attributes.set("ngram_counts", std::vector<int64_t> {0, 3});
        attributes.set("ngram_indexes", std::vector<int64_t> {0, 1, 2, 3});
        attributes.set("weights", std::vector<float> {1, 4, 1, 0.5f});
        QCOMPARE(numbers(run("TfIdfVectorizer", {words}, attributes)[0]), (std::vector<float> {0, 4, 1, 1}));
        attributes.set("ngram_counts", std::vector<int64_t> {0, 9});
        EXPECT_ERROR(run("TfIdfVectorizer", {words}, attributes), ErrorKind::InvalidArgument,
            "ngram_counts does not fit");
    }

    // As many lengths and gaps as words: only those of grams in the pool are looked for, until someone stops
    // it.
    void vectorizesLongTexts()
    {
        Attributes attributes;
        attributes.set("max_gram_length", int64_t {1} << 40);
        attributes.set("max_skip_count", int64_t {1} << 40);
        attributes.set("ngram_counts", std::vector<int64_t> {0, 1});
        attributes.set("ngram_indexes", std::vector<int64_t> {0, 1});
        attributes.set("pool_int64s", std::vector<int64_t> {7, 7, 7});
        std::vector<int64_t> words(2000, 7);
        const HostValue text = makeHostValue(makeInt64Tensor(words));
        QCOMPARE(numbers(run("TfIdfVectorizer", {text}, attributes)[0]),
            (std::vector<float> {2000, 2000 * 1999 / 2}));

        std::stop_source stop;
        stop.request_stop();
        const HostValue* const inputs[] {&text};
        const HostOperator& vectorizer = *hostRegistry().find("", "TfIdfVectorizer", 20);
        EXPECT_ERROR(
            vectorizer.run({attributes, 20, inputs, 1, stop.get_token()}), ErrorKind::Cancelled, "cancelled");
    }

    // What the device does for numbers.
    void movesStrings()
    {
        const HostValue words = makeHostValue(stringTensor({2, 3}, {"a", "b", "c", "d", "e", "f"}));
        QCOMPARE(integers(run("Shape", {words})[0]), (std::vector<int64_t> {2, 3}));
        QCOMPARE(integers(run("Shape", {words}, with("start", int64_t {1}))[0]), (std::vector<int64_t> {3}));
        QCOMPARE(integers(run("Size", {words})[0]), (std::vector<int64_t> {6}));
        const auto places = [](Shape shape, const std::vector<double>& values) {
            return makeHostValue(tensorOf(DataType::Int64, std::move(shape), values));
        };
        using Texts = std::vector<std::string>;
        const HostValue two = makeHostValue(stringTensor({1, 2}, {"x", "y"}));
        QCOMPARE(run("ScatterElements", {words, places({1, 2}, {1, 0}), two})[0].tensor->strings,
            (Texts {"a", "y", "c", "x", "e", "f"}));
        QCOMPARE(
            run("ScatterND", {words, places({2, 2}, {0, 2, 1, 1}), strings({"x", "y"})})[0].tensor->strings,
            (Texts {"a", "b", "x", "d", "y", "f"}));
        QCOMPARE(run("OneHot", {places({2}, {1, 0}), number(2), strings({"no", "yes"})})[0].tensor->strings,
            (Texts {"no", "yes", "yes", "no"}));
        QCOMPARE(run("ReverseSequence", {words, places({3}, {2, 1, 2})})[0].tensor->strings,
            (Texts {"d", "b", "f", "a", "e", "c"}));
    }

    void comparesStrings()
    {
        const HostValue a = makeHostValue(stringTensor({2, 1}, {"a", "b"}));
        const HostTensor y = *run("Equal", {a, strings({"b", "a"})})[0].tensor;
        QVERIFY(y.descriptor == (TensorDescriptor {DataType::Bool, {2, 2}}));
        QCOMPARE(toInt64Vector(y), (std::vector<int64_t> {0, 1, 1, 0}));
        EXPECT_ERROR(run("Equal", {strings({"b", "a", "c"}), strings({"b", "a"})}),
            ErrorKind::InvalidArgument, "do not broadcast");
    }

    void matchesExpressions()
    {
        const HostTensor y =
            *run("RegexFullMatch", {strings({"ab", "abb", "b"})}, with("pattern", std::string("ab*")))[0]
                 .tensor;
        QVERIFY(y.descriptor == (TensorDescriptor {DataType::Bool, {3}}));
        QCOMPARE(toInt64Vector(y), (std::vector<int64_t> {1, 1, 0}));
    }
};

QTEST_GUILESS_MAIN(TestStringOperators)
#include "tst_stringoperators.moc"
