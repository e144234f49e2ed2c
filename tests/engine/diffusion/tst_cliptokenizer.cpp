// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/diffusion/text/cliptokenizer.h"
#include "engine/diffusion/text/unicodetext.h"
#include "tests/datafolder.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <map>

using namespace weightless;
using namespace weightless::diffusion;

namespace {

const std::filesystem::path data = std::filesystem::path(WEIGHTLESS_TEST_DATA) / "diffusion/tokenizer";

// A copy of the tokenizer, parts of which are replaced.
class Folder {
public:
    explicit Folder(const std::map<std::string, std::string>& files)
        : m_path(m_folder.path().toStdString())
    {
        std::filesystem::copy(data, m_path);
        for (const auto& [name, text] : files) {
            std::ofstream(m_path / name, std::ios::binary) << text;
        }
    }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path;
};

// The tokenizer as one file, whose start and end are added tokens.
std::string inOne(bool hasPairs)
{
    QJsonObject vocabulary =
        QJsonDocument::fromJson(QByteArray::fromStdString(test::contentOf(data / "vocab.json"))).object();
    QJsonArray added;
    for (const QString& token : {QStringLiteral("<|startoftext|>"), QStringLiteral("<|endoftext|>")}) {
        added.append(QJsonObject {{QStringLiteral("id"), vocabulary.take(token)},
            {QStringLiteral("content"), token}, {QStringLiteral("special"), true}});
    }
    QJsonArray merges;
    QStringList lines = QString::fromStdString(test::contentOf(data / "merges.txt")).split(QLatin1Char('\n'));
    lines.removeFirst();
    lines.removeAll(QString());
    for (const QString& line : lines) {
        merges.append(hasPairs ? QJsonValue(QJsonArray::fromStringList(line.split(QLatin1Char(' '))))
                               : QJsonValue(line));
    }
    const QJsonObject model {{QStringLiteral("type"), QStringLiteral("BPE")},
        {QStringLiteral("end_of_word_suffix"), QStringLiteral("</w>")}, {QStringLiteral("vocab"), vocabulary},
        {QStringLiteral("merges"), merges}};
    return QJsonDocument(
        QJsonObject {{QStringLiteral("added_tokens"), added}, {QStringLiteral("model"), model}})
        .toJson()
        .toStdString();
}

} // namespace

// The vocabulary is our own and small (tests/data/diffusion/make_tokenizer.py): bytes are 0 … 255, bytes at
// the end of a word 256 … 511, then the merges.
class TestClipTokenizer : public QObject {
    Q_OBJECT

private slots:
    void words();
    void unicode();
    void specialTokens();
    void whichFileCounts();
    void cutAndPadded();
    void longWords();
    void normalising();
    void hostileFiles();
    void inOneFile_data();
    void inOneFile();
    void otherKindsInOneFile();

private:
    using Ids = std::vector<int32_t>;
    ClipTokenizer m_tokenizer {data};
};

void TestClipTokenizer::words()
{
    QCOMPARE(m_tokenizer.encode("The CAT"), (Ids {524, 513}));
    QCOMPARE(m_tokenizer.encode("  cat \t\n the  "), (Ids {513, 524}));
    QCOMPARE(m_tokenizer.encode("astronaut"), Ids {521});
    // Contractions end a word, also inside of what follows.
    QCOMPARE(m_tokenizer.encode("cat's"), (Ids {513, 527}));
    // Digits stand alone: the merge of 1 and 2 never happens.
    QCOMPARE(m_tokenizer.encode("12"), (Ids {'1' - '!' + 256, '2' - '!' + 256}));
    QCOMPARE(m_tokenizer.encode("!?"), (Ids {0, '?' - '!' + 256}));
    QCOMPARE(m_tokenizer.encode(""), Ids {});
    QCOMPARE(m_tokenizer.encode(" \n"), Ids {});
}

void TestClipTokenizer::unicode()
{
    // é in one code point, in two, and as a capital are the same two bytes, which have a merge.
    const Ids eAcute {528};
    QCOMPARE(m_tokenizer.encode("\u00e9"), eAcute);
    QCOMPARE(m_tokenizer.encode("e\u0301"), eAcute);
    QCOMPARE(m_tokenizer.encode("\u00c9"), eAcute);
    // Wide spaces divide words, zero-width joiners are none.
    QCOMPARE(m_tokenizer.encode("cat\u3000cat"), (Ids {513, 513}));
    QCOMPARE(m_tokenizer.encode("cat\u200dcat").size(), size_t {5});
    // Not UTF-8: the replacement character's three bytes.
    QCOMPARE(m_tokenizer.encode("\xff").size(), size_t {3});
    QCOMPARE(m_tokenizer.encode(std::string_view("\0", 1)).size(), size_t {1});
}

void TestClipTokenizer::specialTokens()
{
    const int32_t start = m_tokenizer.startId();
    const int32_t end = m_tokenizer.endId();
    QVERIFY(start == end - 1 && end == m_tokenizer.largestId());
    QCOMPARE(m_tokenizer.padId(), 0);
    QCOMPARE(m_tokenizer.encode("cat<|endoftext|>cat"), (Ids {513, end, 513}));
    QCOMPARE(m_tokenizer.encode("<|StartOfText|>"), Ids {start});
    QVERIFY(m_tokenizer.encode("<|endoftext").size() > 5);
    // The padding is special too, even if it is an ordinary "!" as Stable Diffusion 2's and XL's: whatever
    // stands beside it ends there, and several are as many.
    QCOMPARE(m_tokenizer.encode("! !! !!!"), (Ids {0, 0, 0, 0, 0, 0}));
    QCOMPARE(m_tokenizer.encode("cat!cat"), (Ids {513, 0, 513}));
    QCOMPARE(m_tokenizer.encode("?!"), (Ids {'?' - '!' + 256, 0}));
    // To one that pads otherwise it is a word, and the longest special token wins.
    const auto padded = [](const std::string& token) {
        return ClipTokenizer(
            Folder({{"tokenizer_config.json", R"({"pad_token": ")" + token + "\"}"}}).path());
    };
    QCOMPARE(padded("<|endoftext|>").encode("cat!"), (Ids {513, 256}));
    QCOMPARE(padded("<").encode("<|endoftext|><"), (Ids {end, '<' - '!'}));
}

// Stable Diffusion 2's configuration says one padding, its map of special tokens the one it was trained with.
void TestClipTokenizer::whichFileCounts()
{
    const auto padding = [](const std::string& config, const std::string& map) {
        return ClipTokenizer(
            Folder({{"tokenizer_config.json", config}, {"special_tokens_map.json", map}}).path())
            .padId();
    };
    const std::string endPads = R"({"pad_token": "<|endoftext|>", "unk_token": "<|endoftext|>")";
    const std::string mapPads = R"({"pad_token": "!"})";
    const int32_t end = m_tokenizer.endId();
    QCOMPARE(padding(endPads + "}", mapPads), 0);
    QCOMPARE(padding(endPads + "}", R"({"pad_token": {"content": "!"}})"), 0);
    QCOMPARE(padding(endPads + "}", R"({"bos_token": "<|startoftext|>"})"), end);
    // What lists its added tokens was written whole, and the map is not asked.
    QCOMPARE(padding(endPads + R"(, "added_tokens_decoder": {"0": {"content": "!"}}})", mapPads), end);
}

void TestClipTokenizer::cutAndPadded()
{
    const TokenizedText text = m_tokenizer.tokenize("the cat");
    QCOMPARE(m_tokenizer.length(), size_t {12});
    QCOMPARE(text.ids, (Ids {m_tokenizer.startId(), 524, 513, m_tokenizer.endId(), 0, 0, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(text.tokenCount, size_t {2});
    QVERIFY(!text.isTruncated());

    std::string longText;
    for (int i = 0; i < 11; ++i) {
        longText += "cat ";
    }
    const TokenizedText cut = m_tokenizer.tokenize(longText);
    QCOMPARE(cut.tokenCount, size_t {11});
    QVERIFY(cut.isTruncated());
    QCOMPARE(cut.ids.size(), size_t {12});
    QCOMPARE(cut.ids[10], 513);
    QCOMPARE(cut.ids[11], m_tokenizer.endId());
    QVERIFY(!m_tokenizer.tokenize(longText.substr(4)).isTruncated());
    EXPECT_ERROR((void)m_tokenizer.tokenize("cat", 1), ErrorKind::InvalidArgument, "no place");
}

void TestClipTokenizer::longWords()
{
    // 30,000 letters in one word: merges find each other without a search through all of them.
    const Ids ids = m_tokenizer.encode(std::string(30'000, 'a'));
    QCOMPARE(ids.size(), size_t {15'000}); // pairs, one triple, and the last letter, which ends the word
    EXPECT_ERROR(
        (void)m_tokenizer.encode(std::string((1U << 20U) + 1, 'a')), ErrorKind::InvalidArgument, "prompt");
}

void TestClipTokenizer::normalising()
{
    QVERIFY(normalisedText("A\u00a0\u2003 B") == U"a b");
    QVERIFY(normalisedText("\u0130") == U"i\u0307");
    QVERIFY(normalisedText("\u039f\u03a3") == U"\u03bf\u03c3"); // no final sigma
    QVERIFY(normalisedText("\u212b") == U"\u00e5"); // the Ångström sign is composed to a letter
    QVERIFY(isLetter(U'\u4e2d') && isNumber(U'\u00bd') && !isLetter(U'\u0301'));
}

void TestClipTokenizer::hostileFiles()
{
    const auto open = [](const std::map<std::string, std::string>& files) {
        return ClipTokenizer(Folder(files).path());
    };
    constexpr auto wrong = ErrorKind::InvalidArgument;
    EXPECT_ERROR((void)ClipTokenizer(data / "absent"), ErrorKind::Io, "vocab.json");
    EXPECT_ERROR((void)open({{"vocab.json", "{"}}), wrong, "no valid JSON");
    EXPECT_ERROR((void)open({{"vocab.json", "[1]"}}), wrong, "expected one object");
    EXPECT_ERROR((void)open({{"vocab.json", R"({"a": -1})"}}), wrong, "the id of 'a'");
    EXPECT_ERROR((void)open({{"vocab.json", R"({"a": 4000000000})"}}), wrong, "the id of 'a'");
    EXPECT_ERROR((void)open({{"vocab.json", std::string(100'000, '[')}}), wrong, "nested");
    EXPECT_ERROR((void)open({{"merges.txt", "a b c\n"}}), wrong, "'a b c'");
    EXPECT_ERROR((void)open({{"merges.txt", "nonsense\n"}}), wrong, "'nonsense'");
    EXPECT_ERROR((void)open({{"merges.txt", "a qq\n"}}), wrong, "lacks a token");
    EXPECT_ERROR((void)open({{"vocab.json", R"({"a": 0})"}, {"merges.txt", ""}}), wrong, "endoftext");
    EXPECT_ERROR((void)open({{"tokenizer_config.json", R"({"pad_token": "gone"})"}}), wrong, "'gone'");
    EXPECT_ERROR((void)open({{"tokenizer_config.json", R"({"pad_token": 7})"}}), wrong, "not a text");
    EXPECT_ERROR((void)open({{"tokenizer_config.json", R"({"model_max_length": -3})"}}), wrong, "-3");
    // Without a limit of its own: CLIP's.
    QCOMPARE(open({{"tokenizer_config.json", R"({"model_max_length": 1e30})"}}).length(), size_t {77});
    // With Windows' line ends.
    QCOMPARE(open({{"merges.txt", "#version: 0.2\r\nc a\r\nca t</w>\r\n"}}).encode("cat"), Ids {513});
}

// transformers 5 keeps a tokenizer.json alone; its merges are pairs, as before them texts.
void TestClipTokenizer::inOneFile_data()
{
    QTest::addColumn<bool>("hasPairs");
    QTest::newRow("texts") << false;
    QTest::newRow("pairs") << true;
}

void TestClipTokenizer::inOneFile()
{
    QFETCH(bool, hasPairs);
    const Folder folder({{"tokenizer.json", inOne(hasPairs)}});
    QCOMPARE(ClipTokenizer(folder.path()).largestId(), m_tokenizer.largestId()); // those of two files count
    std::filesystem::remove(folder.path() / "vocab.json");
    QCOMPARE(ClipTokenizer(folder.path()).encode("cat"), Ids {513});
    std::filesystem::remove(folder.path() / "merges.txt");
    const ClipTokenizer whole(folder.path());
    for (const char* const text :
        {"The CAT", "astronaut cat's 12 !?", "cat<|endoftext|>cat", "\u00e9 aaaaa"}) {
        QCOMPARE(whole.encode(text), m_tokenizer.encode(text));
    }
    QCOMPARE(whole.startId(), m_tokenizer.startId());
    QCOMPARE(whole.endId(), m_tokenizer.endId());
    QCOMPARE(whole.padId(), m_tokenizer.padId());
    QCOMPARE(whole.length(), m_tokenizer.length());
}

void TestClipTokenizer::otherKindsInOneFile()
{
    const auto open = [](const std::string& text) {
        const Folder folder({{"tokenizer.json", text}});
        std::filesystem::remove(folder.path() / "vocab.json");
        return ClipTokenizer(folder.path());
    };
    const auto model = [](const std::string& more) {
        return R"({"model": {"end_of_word_suffix": "</w>", )" + more + "}}";
    };
    constexpr auto wrong = ErrorKind::InvalidArgument;
    EXPECT_ERROR(open("[]"), wrong, "tokenizer.json is no tokenizer's: expected a model of byte pairs");
    EXPECT_ERROR(open(R"({"model": {"type": "Unigram", "vocab": []}})"), wrong, "a model of byte pairs");
    EXPECT_ERROR(open(R"({"model": {"type": "BPE", "end_of_word_suffix": ""}})"), wrong, "'</w>'");
    EXPECT_ERROR(open(model(R"("vocab": [1])")), wrong, "expected one object");
    EXPECT_ERROR(open(model(R"("vocab": {"a": 0, "b": -1})")), wrong, "the id of 'b'");
    EXPECT_ERROR(open(model(R"("vocab": {"a": 0}, "merges": [7])")), wrong, "merge 0 is no pair");
    EXPECT_ERROR(open(model(R"("vocab": {"a": 0})")), wrong, "has no merges");
    EXPECT_ERROR(open(model(R"("vocab": {"a": 0}, "merges": [["a", "a", "a"]])")), wrong, "is no pair");
    EXPECT_ERROR(open(model(R"("vocab": {"a": 0}, "merges": ["a a"])")), wrong, "lacks a token");
    EXPECT_ERROR(open(model(R"("vocab": {"a": 0}, "merges": [])")), wrong, "'<|endoftext|>'");
}

QTEST_APPLESS_MAIN(TestClipTokenizer)
#include "tst_cliptokenizer.moc"
