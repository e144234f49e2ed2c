// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/enginetypes.h"
#include "ui/run/vocabulary.h"

#include <QWidget>

#include <stop_token>

class QLabel;
class QPlainTextEdit;

namespace weightless::ui {

// An output that is text: strings as they are, numbers of tokens as what a vocabulary says they mean, and of
// scores of all tokens the most likely ones.
class TextPage : public QWidget {
    Q_OBJECT

public:
    static constexpr size_t mostElements = 100'000; // of an output, more are not shown

    explicit TextPage(QWidget* parent = nullptr);
    ~TextPage() override; // leaves what is being read

    // False, and empty, when the output is something else.
    bool showOutput(const OutputResult* output);
    // Reads a vocabulary on another thread; that of another model is forgotten at once. An empty path: none.
    void setVocabulary(const std::filesystem::path& path);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QString note() const;

signals:
    void vocabularyRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] bool isScoresOfTokens(const TensorDescriptor& descriptor) const;
    [[nodiscard]] QString tokensText(const HostTensor& values) const;
    void readBestTokens();
    void showText();

    QPlainTextEdit* m_text;
    QLabel* m_note;
    std::shared_ptr<const HostTensor> m_shown;
    std::shared_ptr<const Vocabulary> m_vocabulary;
    QString m_problem; // why there is none
    quint64 m_question = 0; // about a vocabulary; answers to earlier ones are dropped
    quint64 m_textQuestion = 0; // about the text, likewise
    std::stop_source m_textStop;
    bool m_isUnread = false; // the text is made when the page is shown
};

} // namespace weightless::ui
