// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/picturepage.h"

#include "engine/results/gridboxes.h"
#include "ui/run/maskpicture.h"
#include "ui/run/pictures.h"
#include "ui/text/text.h"
#include "widgets/pictureview.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>
#include <limits>
#include <utility>

namespace weightless::ui {

PicturePage::PicturePage(QWidget* parent)
    : QWidget(parent)
    , m_view(new widgets::PictureView(this))
    , m_number(new QSpinBox(this))
    , m_batchBar(makeBatchBar())
    , m_bar(new QWidget(this))
    , m_leastLabel(new QLabel(tr("Least score:"), m_bar))
    , m_leastScore(new QDoubleSpinBox(m_bar))
    , m_count(new QLabel(m_bar))
{
    m_view->setAccessibleName(tr("Picture of the output"));
    m_leastScore->setRange(0.01, 1);
    m_leastScore->setSingleStep(0.05);
    m_leastScore->setValue(0.5);
    m_leastScore->setAccessibleName(tr("Least score of what is shown"));
    m_leastLabel->setBuddy(m_leastScore);
    m_count->setAccessibleName(tr("What was found"));
    m_count->setTextFormat(Qt::PlainText); // names of classes
    m_count->setWordWrap(true);
    auto* bar = new QHBoxLayout(m_bar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addWidget(m_leastLabel);
    bar->addWidget(m_leastScore);
    bar->addWidget(m_count, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->addWidget(m_batchBar);
    layout->addWidget(m_bar);
    layout->addWidget(m_view, 1);
    m_bar->hide();
    connect(m_leastScore, &QDoubleSpinBox::valueChanged, this, &PicturePage::find);
}

QWidget* PicturePage::makeBatchBar()
{
    auto* bar = new QWidget(this);
    auto* label = new QLabel(tr("Picture:"), bar);
    label->setBuddy(m_number);
    m_number->setAccessibleName(tr("Which picture of the batch is shown"));
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(m_number);
    layout->addStretch();
    bar->hide();
    connect(m_number, &QSpinBox::valueChanged, this, &PicturePage::showOfBatch);
    return bar;
}

// Of one picture nothing is asked.
void PicturePage::offerBatch(const OutputResult* output)
{
    const bool hasPicture = output && !output->picture.isNull() && output->values;
    const int64_t count = hasPicture ? pictureCount(output->descriptor) : 1;
    m_batch = count > 1 ? output->values : nullptr;
    m_batchBar->setVisible(m_batch != nullptr);
    const QSignalBlocker blocked(m_number);
    const int most = static_cast<int>(std::min<int64_t>(count, std::numeric_limits<int>::max()));
    m_number->setRange(1, most);
    m_number->setSuffix(tr(" of %1", "follows the number of a picture").arg(QLocale().toString(most)));
    m_number->setValue(1);
}

void PicturePage::showOfBatch(int number)
{
    const quint64 question = ++m_question;
    QtConcurrent::run([batch = m_batch, number] {
        return pictureOf(*batch, number - 1);
    }).then(this, [this, question](const QImage& picture) {
        if (question == m_question)
            m_view->setPicture(picture);
    });
}

std::optional<DetectionOutputs> PicturePage::detectionOf(const RunResult& result)
{
    if (result.inputPictures.empty())
        return std::nullopt;
    std::vector<NamedDescriptor> outputs;
    for (const OutputResult& output : result.outputs)
        outputs.push_back({output.name, output.descriptor});
    const auto found = findDetectionOutputs(outputs);
    const bool hasValues =
        found && result.outputs[found->boxes].values && result.outputs[found->scores].values;
    return hasValues ? found : std::nullopt;
}

void PicturePage::setLabels(std::vector<std::string> labels)
{
    m_labels = std::move(labels);
    if (m_result)
        find();
}

void PicturePage::setClassCount(size_t count)
{
    m_classCount = count;
    if (m_result)
        find();
}

PicturePage::Finding PicturePage::findingIn(const RunResult& result, size_t output)
{
    if (result.inputPictures.empty() || !result.outputs[output].values)
        return Finding::None;
    if (const auto pair = detectionOf(result); pair && (output == pair->boxes || output == pair->scores))
        return Finding::Boxes;
    const TensorDescriptor& descriptor = result.outputs[output].descriptor;
    return isGridBoxes(descriptor) ? Finding::GridBoxes : isMask(descriptor) ? Finding::Mask : Finding::None;
}

std::optional<int> PicturePage::findingOf(const RunResult& result)
{
    for (size_t output = 0; output < result.outputs.size(); ++output) {
        const Finding finding = findingIn(result, output);
        // Of two outputs it is the boxes that are looked at.
        if (finding == Finding::Boxes)
            return static_cast<int>(detectionOf(result)->boxes);
        if (finding != Finding::None)
            return static_cast<int>(output);
    }
    return std::nullopt;
}

bool PicturePage::showOutput(const RunResultPtr& result, int index)
{
    ++m_question;
    m_result.reset();
    const bool hasOutput = result && index >= 0 && static_cast<size_t>(index) < result->outputs.size();
    m_output = static_cast<size_t>(index);
    const Finding finding = hasOutput ? findingIn(*result, m_output) : Finding::None;
    m_bar->setVisible(finding != Finding::None);
    offerBatch(hasOutput && finding == Finding::None ? &result->outputs[m_output] : nullptr);
    m_leastLabel->setVisible(finding != Finding::Mask);
    m_leastScore->setVisible(finding != Finding::Mask);
    if (finding != Finding::None) {
        m_result = result;
        m_count->clear();
        m_view->setPicture(result->inputPictures.front().picture);
        find();
        return true;
    }
    m_view->setPicture(hasOutput ? result->outputs[m_output].picture : QImage());
    return !m_view->picture().isNull();
}

void PicturePage::find()
{
    if (!m_result)
        return;
    const Finding finding = findingIn(*m_result, m_output);
    const InputPicture& input = m_result->inputPictures.front();
    const quint64 question = ++m_question;
    if (finding == Finding::Mask) {
        QtConcurrent::run([values = m_result->outputs[m_output].values, picture = input.picture] {
            const LabelMap map = labelMapOf(*values);
            return std::pair(withMask(picture, map), sharesOf(map));
        }).then(this, [this, question](const std::pair<QImage, std::vector<std::pair<int, double>>>& found) {
            if (question == m_question)
                showMask(found.first, found.second);
        });
        return;
    }
    const DetectionOptions options {.leastScore = m_leastScore->value(),
        .width = input.width,
        .height = input.height,
        .classCount = m_classCount};
    const bool isPair = finding == Finding::Boxes;
    const auto pair = isPair ? *detectionOf(*m_result) : DetectionOutputs {m_output, m_output};
    QtConcurrent::run([boxes = m_result->outputs[pair.boxes].values,
                          scores = m_result->outputs[pair.scores].values, options, isPair] {
        return isPair ? detections(*boxes, *scores, options) : gridDetections(*boxes, options);
    }).then(this, [this, question](const std::vector<Detection>& found) {
        if (question == m_question)
            showFound(found);
    });
}

QString PicturePage::labelled(size_t label, double share) const
{
    const QString percent = tr("%1 %").arg(QLocale().toString(100 * share, 'f', 0));
    const QString name = label < m_labels.size() ? fromUtf8(m_labels[label]) : QString();
    return name.isEmpty() ? percent : tr("%1 %2").arg(name, percent);
}

void PicturePage::showFound(const std::vector<Detection>& found)
{
    std::vector<widgets::PictureView::Box> boxes;
    for (const Detection& each : found) {
        boxes.push_back({.place = QRectF(QPointF(each.left, each.top), QPointF(each.right, each.bottom)),
            .text = labelled(each.label, each.score),
            .group = static_cast<int>(each.label)});
    }
    m_count->setText(tr("%Ln box(es)", nullptr, static_cast<int>(boxes.size())));
    m_view->setPicture(m_result->inputPictures.front().picture, std::move(boxes));
}

void PicturePage::showMask(const QImage& picture, const std::vector<std::pair<int, double>>& shares)
{
    constexpr size_t mostNamed = 6;
    QStringList texts;
    for (const auto& share : shares) {
        const auto label = static_cast<size_t>(share.first);
        const QString name = label < m_labels.size() ? QString() : tr("class %1: ").arg(share.first);
        if (static_cast<size_t>(texts.size()) < mostNamed)
            texts.append(name + labelled(label, share.second));
    }
    if (shares.size() > mostNamed)
        texts.append(QStringLiteral("…"));
    m_count->setText(texts.isEmpty() ? tr("background only") : texts.join(QStringLiteral(" · ")));
    m_view->setPicture(picture);
}

} // namespace weightless::ui
