// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/textpage.h"

#include "engine/base/error.h"
#include "ui/text/text.h"
#include "ui/window/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

bool isTokens(const TensorDescriptor& descriptor)
{
    return (descriptor.type == DataType::Int32 || descriptor.type == DataType::Int64)
        && !descriptor.shape.empty() && descriptor.shape.size() <= 3;
}

QString bestTokensText(const HostTensor& values, const Vocabulary& vocabulary, const std::stop_token& stop)
{
    const auto tokens = static_cast<size_t>(values.descriptor.shape.back());
    constexpr size_t mostPlaces = 512; // each looks at all tokens
    const size_t places = std::min(values.elementCount() / tokens, mostPlaces);
    std::vector<int64_t> ids;
    for (size_t place = 0; place < places && !stop.stop_requested(); ++place) {
        size_t best = 0;
        double bestScore = elementAsDouble(values, place * tokens);
        for (size_t token = 1; token < tokens; ++token) {
            const double score = elementAsDouble(values, place * tokens + token);
            if (score > bestScore) {
                best = token;
                bestScore = score;
            }
        }
        ids.push_back(static_cast<int64_t>(best));
    }
    return vocabulary.textOf(ids);
}

} // namespace

TextPage::TextPage(QWidget* parent)
    : QWidget(parent)
    , m_text(new QPlainTextEdit(this))
    , m_note(new QLabel(this))
{
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Text of the output"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setAccessibleName(tr("Where the words are from"));
    auto* choose = new QPushButton(icon(QStringLiteral("open")), tr("Vocabulary…"), this);
    choose->setAccessibleName(tr("Choose a file with the vocabulary"));
    choose->setToolTip(
        tr("What the numbers of tokens mean: a vocab.json, a tokenizer.json, or a text file with "
           "one token a line. One beside the model is found by itself."));
    connect(choose, &QPushButton::clicked, this, &TextPage::vocabularyRequested);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_note, 1);
    bar->addWidget(choose);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_text, 1);
    layout->addLayout(bar);
}

TextPage::~TextPage()
{
    m_textStop.request_stop();
}

QString TextPage::text() const
{
    return m_text->toPlainText();
}

QString TextPage::note() const
{
    return m_note->text();
}

void TextPage::setVocabulary(const std::filesystem::path& path)
{
    m_vocabulary.reset();
    m_problem.clear();
    const quint64 question = ++m_question;
    showText();
    if (path.empty())
        return;
    QtConcurrent::run([path]() -> std::pair<std::shared_ptr<const Vocabulary>, QString> {
        try {
            return {Vocabulary::read(path), {}};
        } catch (...) {
            return {nullptr, fromUtf8(currentError().message())};
        }
    }).then(this, [this, question](const std::pair<std::shared_ptr<const Vocabulary>, QString>& found) {
        if (question != m_question)
            return;
        m_vocabulary = found.first;
        m_problem = found.second;
        showText();
    });
}

// [… place, token]: as many scores as the vocabulary has tokens.
bool TextPage::isScoresOfTokens(const TensorDescriptor& descriptor) const
{
    const Shape& shape = descriptor.shape;
    return m_vocabulary && shape.size() >= 2 && shape.back() > 1
        && shape.back() == static_cast<int64_t>(m_vocabulary->size())
        && (descriptor.type == DataType::Float32 || descriptor.type == DataType::Float16
            || descriptor.type == DataType::BFloat16);
}

QString TextPage::tokensText(const HostTensor& values) const
{
    const size_t count = std::min(values.elementCount(), mostElements);
    const auto row = static_cast<size_t>(std::max<int64_t>(values.descriptor.shape.back(), 1));
    QStringList lines;
    for (size_t begin = 0; begin < count; begin += row) {
        std::vector<int64_t> ids;
        for (size_t i = begin; i < std::min(begin + row, count); ++i)
            ids.push_back(elementAsInt64(values, i));
        lines.append(m_vocabulary->textOf(ids));
    }
    return lines.join(QLatin1Char('\n'));
}

// Looks at every score: on another thread. What was asked for before is left.
void TextPage::readBestTokens()
{
    m_isUnread = false;
    const quint64 question = m_textQuestion;
    QtConcurrent::run([values = m_shown, vocabulary = m_vocabulary, stop = m_textStop.get_token()] {
        return bestTokensText(*values, *vocabulary, stop);
    }).then(this, [this, question](const QString& text) {
        if (question == m_textQuestion)
            m_text->setPlainText(text);
    });
}

void TextPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isUnread)
        readBestTokens();
}

void TextPage::showText()
{
    m_textStop.request_stop();
    m_textStop = {};
    ++m_textQuestion;
    m_isUnread = false;
    m_text->clear();
    m_note->clear();
    if (!m_shown)
        return;
    const bool isCut = m_shown->elementCount() > mostElements;
    const QString rest = isCut ? tr("The first %1 elements are shown.")
                                     .arg(QLocale().toString(static_cast<qulonglong>(mostElements)))
                               : QString();
    if (m_shown->descriptor.type == DataType::String) {
        QStringList lines;
        for (size_t i = 0; i < std::min(m_shown->strings.size(), mostElements); ++i)
            lines.append(fromUtf8(m_shown->strings[i]));
        m_text->setPlainText(lines.join(QLatin1Char('\n')));
        m_note->setText(rest);
    } else if (!m_vocabulary) {
        m_note->setText(m_problem.isEmpty()
                ? tr("These may be numbers of tokens: with the model's vocabulary they become text.")
                : m_problem);
    } else if (isTokens(m_shown->descriptor)) {
        m_text->setPlainText(tokensText(*m_shown));
        m_note->setText(rest);
    } else if (isScoresOfTokens(m_shown->descriptor)) {
        m_note->setText(tr("The most likely token at each place."));
        m_isUnread = true; // until somebody looks
        if (isVisible())
            readBestTokens();
    }
}

bool TextPage::showOutput(const OutputResult* output)
{
    const bool hasValues = output && output->values && output->values->elementCount() > 0;
    const TensorDescriptor descriptor = hasValues ? output->values->descriptor : TensorDescriptor {};
    const bool isText = hasValues
        && (descriptor.type == DataType::String || isTokens(descriptor) || isScoresOfTokens(descriptor));
    const auto before = std::exchange(m_shown, isText ? output->values : nullptr);
    if (m_shown != before) // or it is there, or on its way
        showText();
    return isText;
}

} // namespace weightless::ui
