// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/named.h"

#include "ui/dialogs/savedialog.h"

#include <QComboBox>
#include <QLabel>
#include <QStandardItemModel>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::named;

namespace {

// One large weight of that type, and one that is too small to be converted.
ModelDocumentPtr documentOf(DataType type, int64_t opset = 17)
{
    auto model = std::make_shared<Model>();
    model->opsets[""] = opset;
    for (const int64_t count : {1'000'000, 10}) {
        auto constant = std::make_shared<ConstantInfo>();
        constant->name = "w" + std::to_string(count);
        constant->descriptor = {type, {count}};
        constant->sizeBytes = byteCount(constant->descriptor).value();
        constant->source.range =
            MemoryRange {std::make_shared<const std::vector<std::byte>>(), 0, constant->sizeBytes};
        model->graph.constants.push_back(constant);
    }
    return makeDocument(model);
}

QStringList textsOf(const QComboBox& choice)
{
    QStringList texts;
    for (int i = 0; i < choice.count(); ++i)
        texts.append(choice.itemText(i));
    return texts;
}

} // namespace

// How a copy is saved, and what is said of it.
class SaveDialogTest : public QObject {
    Q_OBJECT

private slots:
    void options()
    {
        SaveDialog dialog(documentOf(DataType::Float32));
        const QList<QComboBox*> choices = dialog.findChildren<QComboBox*>();
        QCOMPARE(choices.size(), 3);
        for (const QComboBox* choice : choices)
            QVERIFY(!choice->accessibleName().isEmpty());
        QVERIFY(dialog.options().files.layout == onnx_io::WeightLayout::External);
        choices[2]->setCurrentIndex(1);
        QCOMPARE(dialog.options().files.shardBytes, uint64_t {256} << 20);
        choices[0]->setCurrentIndex(1);
        choices[1]->setCurrentIndex(1);
        QVERIFY(!choices[2]->isEnabled());
        QVERIFY(dialog.options().files.layout == onnx_io::WeightLayout::Inline);
        QCOMPARE(dialog.options().files.shardBytes, uint64_t {0});
        QVERIFY(dialog.options().weights == onnx_io::StoredWeights::Float16);
        choices[1]->setCurrentIndex(2);
        QVERIFY(dialog.options().weights == onnx_io::StoredWeights::BFloat16);
    }

    // What changes nothing is not offered.
    void typesAreThoseThatChangeSomething()
    {
        const auto offered = [](DataType type) {
            SaveDialog dialog(documentOf(type));
            return textsOf(*named<QComboBox>(dialog, "Type that large weights are stored as"));
        };
        QCOMPARE(offered(DataType::Float32),
            (QStringList {QStringLiteral("as they are"), QStringLiteral("float32 as float16"),
                QStringLiteral("float32 as bfloat16")}));
        QCOMPARE(offered(DataType::Float16),
            (QStringList {QStringLiteral("as they are"), QStringLiteral("float16 as float32")}));
        QCOMPARE(offered(DataType::Int8), QStringList {QStringLiteral("as they are")});
        SaveDialog nothing(documentOf(DataType::Int8));
        QVERIFY(!named<QComboBox>(nothing, "Type that large weights are stored as")->isEnabled());
        QVERIFY(named<QLabel>(nothing, "What will be written")
                    ->text()
                    .contains(QLatin1String("no large weights")));
    }

    void oldOperatorSetsHaveNoBfloat16()
    {
        SaveDialog dialog(documentOf(DataType::Float32, 9));
        const auto* types = named<QComboBox>(dialog, "Type that large weights are stored as");
        const auto* items = qobject_cast<const QStandardItemModel*>(types->model());
        QCOMPARE(types->count(), 3);
        QVERIFY(items->item(1)->isEnabled() && !items->item(2)->isEnabled());
        QVERIFY(types->itemText(2).contains(QLatin1String("13")));
    }

    void theResultsSizeIsTold()
    {
        SaveDialog dialog(documentOf(DataType::Float32));
        auto* types = named<QComboBox>(dialog, "Type that large weights are stored as");
        const auto* hint = named<QLabel>(dialog, "What will be written");
        QVERIFY2(hint->text().startsWith(QLatin1String("3.81 MiB of weights.")), qPrintable(hint->text()));
        for (const int half : {1, 2}) {
            types->setCurrentIndex(half);
            QVERIFY2(hint->text().startsWith(QLatin1String("About 1.91 MiB of weights instead of 3.81 MiB.")),
                qPrintable(hint->text()));
        }
    }
};

QTEST_MAIN(SaveDialogTest)
#include "tst_savedialog.moc"
