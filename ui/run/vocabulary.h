// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace weightless::ui {

// What the numbers of a language model's tokens mean. Immutable; any thread.
class Vocabulary {
public:
    // vocab.json (tokens and their numbers), tokenizer.json (of Hugging Face's tokenizers), or a text file
    // with one token a line, in the order of their numbers. InvalidArgument: something else, beyond 128 MiB
    // or 2,000,000 tokens. Io.
    [[nodiscard]] static std::shared_ptr<const Vocabulary> read(const std::filesystem::path& path);
    // A vocabulary beside a model, or in a folder "tokenizer" beside its folder; empty when there is none.
    [[nodiscard]] static std::filesystem::path find(const std::filesystem::path& model);

    [[nodiscard]] size_t size() const { return m_tokens.size(); }
    // As a person reads it: bytes, ends of words and blanks as the vocabulary spells them become what they
    // stand for. A number without a token is told in brackets.
    [[nodiscard]] QString textOf(std::span<const int64_t> ids) const;

private:
    // How tokens spell what is no letter.
    enum class Spelling { Plain, Bytes, WordEnds, Blanks, Continued };

    explicit Vocabulary(std::vector<QByteArray> tokens);
    void append(QByteArray& text, const QByteArray& token) const;

    std::vector<QByteArray> m_tokens; // UTF-8; null where a number has none
    Spelling m_spelling = Spelling::Plain;
};

} // namespace weightless::ui
