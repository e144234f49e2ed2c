// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/picturepage.h"

#include "engine/results/gridboxes.h"
#include "engine/results/instances.h"
#include "engine/results/labels.h"
#include "engine/results/masks.h"
#include "ui/run/batchbar.h"
#include "ui/run/pictures.h"
#include "ui/text/text.h"
#include "widgets/pictureview.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>
#include <tuple>
#include <utility>

namespace weightless::ui {

namespace {

// The picture of the batch that something was found in.
QImage given(const InputPicture& input, int element)
{
    return input.batch && element > 0 ? pictureOf(*input.batch, element) : input.picture;
}

// A mask may have a class more than there are names, which is then the first. The largest of labels that are
// whole numbers tells it; of one name it is known, as one class alone would tell nothing apart.
bool hasUnnamedBackground(const HostTensor& mask, const std::vector<std::string>& names)
{
    if (isFloat(mask.descriptor.type))
        return static_cast<size_t>(mask.descriptor.shape[1]) == names.size() + 1;
    return !names.empty() && !meansNothing(names.front())
        && (names.size() == 1 || largestLabelOf(mask) == names.size());
}

// A class like the others where it has a name that says so: of Cityscapes it is the road. Names that are as
// many as its classes are a mask's.
FirstLabel firstLabelOf(const HostTensor& mask, const std::vector<std::string>& names)
{
    const bool isNamed = !names.empty()
        && (!isFloat(mask.descriptor.type) || static_cast<size_t>(mask.descriptor.shape[1]) == names.size());
    return isNamed && !meansNothing(names.front()) ? FirstLabel::Class : FirstLabel::Background;
}

} // namespace

PicturePage::PicturePage(QWidget* parent)
    : QWidget(parent)
    , m_view(new widgets::PictureView(this))
    , m_batchBar(new BatchBar(tr("Picture:"), tr("Which picture of the batch is shown"), this))
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
    connect(m_batchBar, &BatchBar::elementChosen, this, &PicturePage::showOfBatch);
    connect(m_leastScore, &QDoubleSpinBox::valueChanged, this, &PicturePage::find);
}

void PicturePage::showOfBatch(int element)
{
    if (m_result) {
        find();
        return;
    }
    const quint64 question = ++m_question;
    QtConcurrent::run([batch = m_batch, element] {
        return pictureOf(*batch, element);
    }).then(this, [this, question](const QImage& picture) {
        if (question == m_question)
            m_view->setPicture(picture);
    });
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

bool PicturePage::showOutput(const RunResultPtr& result, int index)
{
    ++m_question;
    m_result.reset();
    const bool hasOutput = result && index >= 0 && static_cast<size_t>(index) < result->outputs.size();
    m_finding = hasOutput ? findingIn(*result, static_cast<size_t>(index), m_classCount) : Finding {};
    const bool hasFinding = m_finding.kind != Finding::Kind::None;
    const bool hasScores = m_finding.kind != Finding::Kind::Mask;
    m_bar->setVisible(hasFinding);
    m_leastLabel->setVisible(hasScores);
    m_leastScore->setVisible(hasScores);
    if (hasFinding) {
        m_batch.reset();
        m_batchBar->offer(m_finding.batch, result->outputs[static_cast<size_t>(index)].name);
        m_result = result;
        m_count->clear();
        if (m_batchBar->element() == 0)
            m_view->setPicture(result->inputPictures.front().picture);
        find();
        return true;
    }
    const OutputResult* output = hasOutput ? &result->outputs[static_cast<size_t>(index)] : nullptr;
    const bool hasPicture = output && !output->picture.isNull();
    m_batch = hasPicture ? output->values : nullptr;
    if (m_batch)
        m_batchBar->offer(pictureCount(output->descriptor), output->name);
    else
        m_batchBar->offer(1);
    if (m_batchBar->element() > 0)
        showOfBatch(m_batchBar->element());
    else
        m_view->setPicture(hasPicture ? output->picture : QImage());
    return hasPicture;
}

void PicturePage::find()
{
    if (!m_result)
        return;
    if (m_finding.kind == Finding::Kind::Mask)
        findMask();
    else
        findBoxes();
}

void PicturePage::findMask()
{
    const quint64 question = ++m_question;
    QtConcurrent::run(
        [values = m_result->outputs[m_finding.outputs.boxes].values, input = m_result->inputPictures.front(),
            element = m_batchBar->element(), names = m_labels] {
            const size_t unnamed = hasUnnamedBackground(*values, names) ? 1 : 0;
            const FirstLabel first = unnamed > 0 ? FirstLabel::Background : firstLabelOf(*values, names);
            const LabelMap map = labelMapOf(*values, static_cast<size_t>(element));
            return std::tuple(withMask(given(input, element), map, first), sharesOf(map, first), unnamed);
        })
        .then(this,
            [this, question](const std::tuple<QImage, std::vector<std::pair<int, double>>, size_t>& found) {
                if (question == m_question)
                    showMask(std::get<0>(found), std::get<1>(found), std::get<2>(found));
            });
}

void PicturePage::findBoxes()
{
    const auto valuesOf = [this](size_t output) { return m_result->outputs[output].values; };
    const InputPicture& input = m_result->inputPictures.front();
    const auto prototypes = m_finding.prototypes ? valuesOf(*m_finding.prototypes) : nullptr;
    const size_t coefficients = m_finding.prototypes
        ? static_cast<size_t>(m_result->outputs[*m_finding.prototypes].descriptor.shape[1])
        : 0;
    const int element = m_batchBar->element();
    const DetectionOptions options {.leastScore = m_leastScore->value(),
        .element = static_cast<size_t>(element),
        .width = input.width,
        .height = input.height,
        .isTopFirst = m_finding.outputs.isTopFirst,
        .classCount = m_classCount,
        .coefficientCount = coefficients};
    const bool isOfSeveral = m_finding.kind == Finding::Kind::Boxes;
    const auto labels = m_finding.outputs.labels ? valuesOf(*m_finding.outputs.labels) : nullptr;
    const quint64 question = ++m_question;
    QtConcurrent::run([boxes = valuesOf(m_finding.outputs.boxes), scores = valuesOf(m_finding.outputs.scores),
                          labels, prototypes, input, element, options, isOfSeveral] {
        std::vector<Detection> found = isOfSeveral ? detections(*boxes, *scores, options, labels.get())
                                                   : gridDetections(*boxes, options);
        QImage picture = given(input, element);
        if (prototypes)
            picture = withMask(picture, instancesOf(*boxes, *prototypes, found, options.element));
        return std::pair(std::move(picture), std::move(found));
    }).then(this, [this, question](const std::pair<QImage, std::vector<Detection>>& found) {
        if (question == m_question)
            showFound(found.first, found.second);
    });
}

QString PicturePage::labelled(const QString& name, double share) const
{
    const QString percent = tr("%1 %").arg(QLocale().toString(100 * share, 'f', 0));
    return name.isEmpty() ? percent : tr("%1 %2").arg(name, percent);
}

QString PicturePage::nameOf(size_t label) const
{
    return label < m_labels.size() ? fromUtf8(m_labels[label]) : QString();
}

void PicturePage::showFound(const QImage& picture, const std::vector<Detection>& found)
{
    const bool haveLabels = m_finding.outputs.labels.has_value();
    std::vector<widgets::PictureView::Box> boxes;
    for (const Detection& each : found) {
        const QString name = nameOf(each.label);
        const QString number = name.isEmpty() && haveLabels ? tr("class %1: ").arg(each.label) : QString();
        boxes.push_back({.place = QRectF(QPointF(each.left, each.top), QPointF(each.right, each.bottom)),
            .text = number + labelled(name, each.score),
            .group = static_cast<int>(each.label)});
    }
    m_count->setText(tr("%Ln box(es)", nullptr, static_cast<int>(boxes.size())));
    m_view->setPicture(picture, std::move(boxes));
}

void PicturePage::showMask(
    const QImage& picture, const std::vector<std::pair<int, double>>& shares, size_t unnamedLabels)
{
    constexpr size_t mostNamed = 6;
    QStringList texts;
    for (const auto& share : shares) {
        const auto label = static_cast<size_t>(share.first);
        const QString name = label >= unnamedLabels ? nameOf(label - unnamedLabels) : QString();
        const QString number = name.isEmpty() ? tr("class %1: ").arg(share.first) : QString();
        if (static_cast<size_t>(texts.size()) < mostNamed)
            texts.append(number + labelled(name, share.second));
    }
    if (shares.size() > mostNamed)
        texts.append(QStringLiteral("…"));
    m_count->setText(texts.isEmpty() ? tr("background only") : texts.join(QStringLiteral(" · ")));
    m_view->setPicture(picture);
}

} // namespace weightless::ui
