// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/demodialog.h"
#include "ui/engine/enginecontroller.h"
#include "ui/engine/enginesaving.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

namespace {

std::vector<DemoChoice> allChoices()
{
    std::vector<DemoChoice> choices {
        DemoPart::Sd15Unet, DemoPart::Sd15Vae, DemoPart::Sd15Clip, DemoFolder::Sd15};
    for (const ArchitectureName& entry : demoArchitectures())
        choices.emplace_back(entry.architecture);
    return choices;
}

} // namespace

Q_DECLARE_METATYPE(DemoChoice)

class TestDemoDialog : public QObject {
    Q_OBJECT

private slots:
    void everyModelHasATitleAndAFile()
    {
        QSet<QString> titles;
        QSet<QString> files;
        for (const DemoChoice& choice : allChoices()) {
            titles.insert(DemoDialog::title(choice));
            files.insert(DemoDialog::fileName(choice));
        }
        QCOMPARE(titles.size(), static_cast<qsizetype>(allChoices().size()));
        QCOMPARE(files.size(), titles.size());
        QVERIFY(!titles.contains(QString()));
        QVERIFY(files.contains(QStringLiteral("whisper-encoder.onnx")));
    }

    // Opset and free dimensions are a choice for Stable Diffusion alone, the type for all but two.
    void showsWhatCanBeChosen()
    {
        const auto shows = [](const DemoChoice& choice, const char* name) {
            DemoDialog dialog(choice);
            for (const QWidget* widget : dialog.findChildren<QWidget*>())
                if (widget->accessibleName() == QLatin1String(name))
                    return !widget->isHidden();
            return false;
        };
        QVERIFY(shows(DemoPart::Sd15Unet, "Opset") && shows(DemoPart::Sd15Unet, "Free dimensions"));
        QVERIFY(shows(DemoFolder::Sd15, "Opset") && !shows(DemoFolder::Sd15, "Free dimensions"));
        QVERIFY(!shows(DemoArchitecture::Bert, "Opset") && !shows(DemoArchitecture::Bert, "Free dimensions"));
        QVERIFY(shows(DemoArchitecture::Bert, "Type of the weights"));
        QVERIFY(!shows(DemoArchitecture::Trees, "Type of the weights"));
        QVERIFY(DemoDialog(DemoArchitecture::Trees).options().type == DataType::Float32);
    }

    void writes_data()
    {
        QTest::addColumn<DemoChoice>("choice");
        for (const DemoChoice& choice : allChoices())
            QTest::newRow(qPrintable(DemoDialog::fileName(choice))) << choice;
    }

    void writes()
    {
        QFETCH(const DemoChoice, choice);
        const QTemporaryDir folder;
        EngineController controller;
        QSignalSpy ended(&controller.saving(), &EngineSaving::demoEnded);
        DemoRequest request {
            .model = choice, .options = DemoDialog(choice).options(), .path = {}, .stop = {}};
        request.options.scale = 32;
        request.path = folder.filePath(DemoDialog::fileName(choice));
        controller.saving().writeDemo(request);
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60'000);
        QVERIFY(ended.first().at(1).toBool());
        QVERIFY(QFileInfo(request.path).size() > 0);
        const bool isFolder = std::holds_alternative<DemoFolder>(choice);
        QCOMPARE(QFileInfo(request.path).isDir(), isFolder);
        QCOMPARE(QFileInfo::exists(request.path + QStringLiteral("/model_index.json")), isFolder);
    }
};

QTEST_MAIN(TestDemoDialog)
#include "tst_demodialog.moc"
