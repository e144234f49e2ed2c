// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/vocabulary.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "ui/text/text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace weightless::ui {

namespace {

constexpr uint64_t mostBytes = uint64_t {128} << 20;
constexpr int64_t mostTokens = 2'000'000;
constexpr const char* wordEnd = "</w>"; // of CLIP
constexpr const char* blank = "\xe2\x96\x81"; // U+2581, of SentencePiece
constexpr const char* continued = "##"; // of WordPiece

QByteArray contentOf(const std::filesystem::path& path)
{
    const std::shared_ptr<const File> file = File::open(path);
    if (file->sizeBytes() > mostBytes)
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " has " + std::to_string(file->sizeBytes())
                + " bytes: a vocabulary has at most " + std::to_string(mostBytes));
    QByteArray bytes(static_cast<qsizetype>(file->sizeBytes()), '\0');
    file->readAt(0, std::as_writable_bytes(std::span(bytes.data(), static_cast<size_t>(bytes.size()))));
    return bytes;
}

void put(std::vector<QByteArray>& tokens, int64_t id, const QString& token)
{
    if (id < 0 || id >= mostTokens)
        throw Error(ErrorKind::InvalidArgument,
            "The vocabulary has a token with the number " + std::to_string(id)
                + "; the largest that is read is " + std::to_string(mostTokens - 1));
    if (static_cast<size_t>(id) >= tokens.size())
        tokens.resize(static_cast<size_t>(id) + 1);
    tokens[static_cast<size_t>(id)] = token.isEmpty() ? QByteArray("") : token.toUtf8();
}

void putAll(std::vector<QByteArray>& tokens, const QJsonObject& numbers)
{
    for (auto token = numbers.begin(); token != numbers.end(); ++token)
        put(tokens, token.value().toInteger(-1), token.key());
}

// A tokenizer.json holds it as an object, or, of the unigram kind, as a list of tokens and their scores.
std::vector<QByteArray> tokensOf(const QJsonObject& whole)
{
    std::vector<QByteArray> tokens;
    const QJsonObject model = whole.value(QLatin1String("model")).toObject();
    if (model.isEmpty()) {
        putAll(tokens, whole);
        return tokens;
    }
    const QJsonValue listed = model.value(QLatin1String("vocab"));
    putAll(tokens, listed.toObject());
    int64_t id = 0;
    const QJsonArray entries = listed.toArray();
    for (const auto& entry : entries)
        put(tokens, id++, entry.toArray().at(0).toString());
    const QJsonArray addedTokens = whole.value(QLatin1String("added_tokens")).toArray();
    for (const auto& added : addedTokens)
        put(tokens, added.toObject().value(QLatin1String("id")).toInteger(-1),
            added.toObject().value(QLatin1String("content")).toString());
    return tokens;
}

// GPT-2's spelling: bytes that Latin-1 prints stand for themselves, the others for U+0100 and on.
std::array<int, 0x144> bytesOfCodePoints()
{
    std::array<int, 0x144> bytes {};
    bytes.fill(-1);
    int next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        const bool isPrinted =
            (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
        bytes[static_cast<size_t>(isPrinted ? byte : next++)] = byte;
    }
    return bytes;
}

void appendBytes(QByteArray& text, const QByteArray& token)
{
    static const std::array<int, 0x144> bytes = bytesOfCodePoints();
    for (const QChar character : QString::fromUtf8(token)) {
        const char16_t code = character.unicode();
        const int byte = code < bytes.size() ? bytes[code] : -1;
        if (byte >= 0)
            text.append(static_cast<char>(byte));
        else
            text.append(QString(character).toUtf8());
    }
}

} // namespace

Vocabulary::Vocabulary(std::vector<QByteArray> tokens)
    : m_tokens(std::move(tokens))
{
    size_t wordEnds = 0, blanks = 0, bytes = 0, continuations = 0;
    for (const QByteArray& token : m_tokens) {
        wordEnds += token.endsWith(wordEnd) ? 1 : 0;
        blanks += token.startsWith(blank) ? 1 : 0;
        bytes += token.startsWith("\xc4\xa0") ? 1 : 0; // U+0120: a blank
        continuations += token.startsWith(continued) ? 1 : 0;
    }
    const size_t most = std::max({wordEnds, blanks, bytes, continuations});
    if (most > 0)
        m_spelling = most == wordEnds ? Spelling::WordEnds
            : most == blanks          ? Spelling::Blanks
            : most == bytes           ? Spelling::Bytes
                                      : Spelling::Continued;
}

std::shared_ptr<const Vocabulary> Vocabulary::read(const std::filesystem::path& path)
{
    const QByteArray content = contentOf(path);
    std::vector<QByteArray> tokens;
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(content, &problem);
    if (document.isObject()) {
        tokens = tokensOf(document.object());
    } else if (path.extension() == ".json") {
        throw Error(ErrorKind::InvalidArgument,
            displayPath(path) + " is no vocabulary: "
                + (problem.error == QJsonParseError::NoError
                        ? "it holds no object of tokens and their numbers"
                        : toUtf8(problem.errorString())));
    } else {
        int64_t id = 0;
        for (const QByteArray& line : content.trimmed().split('\n'))
            put(tokens, id++, QString::fromUtf8(line.endsWith('\r') ? line.chopped(1) : line));
    }
    if (tokens.empty())
        throw Error(ErrorKind::InvalidArgument, displayPath(path) + " holds no tokens");
    return std::shared_ptr<const Vocabulary>(new Vocabulary(std::move(tokens)));
}

std::filesystem::path Vocabulary::find(const std::filesystem::path& model)
{
    const std::filesystem::path folder = model.parent_path();
    for (const std::filesystem::path& place : {folder, folder.parent_path() / "tokenizer"}) {
        for (const char* name : {"vocab.json", "tokenizer.json", "vocab.txt"}) {
            std::error_code problem;
            if (std::filesystem::is_regular_file(place / name, problem))
                return place / name;
        }
    }
    return {};
}

void Vocabulary::append(QByteArray& text, const QByteArray& token) const
{
    switch (m_spelling) {
    case Spelling::Plain:
        text.append(text.isEmpty() ? "" : " ").append(token);
        break;
    case Spelling::Bytes:
        appendBytes(text, token);
        break;
    case Spelling::WordEnds:
        appendBytes(text, token.endsWith(wordEnd) ? token.chopped(4).append(' ') : token);
        break;
    case Spelling::Blanks:
        text.append(QByteArray(token).replace(blank, " "));
        break;
    case Spelling::Continued:
        if (token.startsWith(continued))
            text.append(token.mid(2));
        else
            text.append(text.isEmpty() ? "" : " ").append(token);
        break;
    }
}

QString Vocabulary::textOf(std::span<const int64_t> ids) const
{
    QByteArray text;
    for (const int64_t id : ids) {
        const bool isKnown = id >= 0 && static_cast<size_t>(id) < m_tokens.size()
            && !m_tokens[static_cast<size_t>(id)].isNull();
        if (isKnown)
            append(text, m_tokens[static_cast<size_t>(id)]);
        else
            text.append('[').append(QByteArray::number(static_cast<qlonglong>(id))).append(']');
    }
    return QString::fromUtf8(text).trimmed();
}

} // namespace weightless::ui
