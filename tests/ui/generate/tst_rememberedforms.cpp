// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/generate/generatescene.h"
#include "tests/ui/testdocument.h"

#include "ui/generate/generatedialog.h"
#include "ui/generate/generateform.h"
#include "ui/generate/generatepage.h"
#include "ui/generate/rememberedforms.h"

#include <QFile>
#include <QLocale>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

class TestRememberedForms : public QObject {
    Q_OBJECT

private slots:
    void everyFieldIsReadAsItWasWritten();
    void whatIsNoWordLeavesWhatIsSuggested();
    void addressesAreKeptWithoutTheirSecrets();
    void aPageBeginsWhereTheLastOneWas();
    void aLimitLeavesTheModeThatWasChosen();
    void whatWasOnlyTypedIsKept();

private:
    QTemporaryDir m_folder;
    QSettings m_settings {m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
};

namespace {

diffusion::GenerationRequest someRequest()
{
    diffusion::GenerationRequest request;
    request.prompt = "zwei Kätzchen; \"müde\",\nauf = einem Sofa";
    request.negativePrompt = "Hunde";
    request.seed = 999'999'999'999'999'999;
    request.steps = 7;
    request.guidance = 3.5;
    request.solver = diffusion::Solver::DpmSolverPp2M;
    request.width = 640;
    request.height = 384;
    request.count = 3;
    request.inTurn = true;
    request.parts.load.mode = LoadMode::Streamed;
    request.parts.load.deviceBudget = uint64_t {5} << 32;
    request.parts.weightsType = DataType::BFloat16;
    return request;
}

} // namespace

void TestRememberedForms::everyFieldIsReadAsItWasWritten()
{
    const diffusion::GenerationRequest request = someRequest();
    RememberedForms written;
    const QSignalSpy changed(&written, &RememberedForms::changed);
    written.remember({m_folder.path()}, request);
    written.remember({m_folder.path()}, request); // the same
    QCOMPARE(changed.size(), 1);
    written.save(m_settings);

    RememberedForms read;
    QLocale::setDefault(QLocale(QLocale::German)); // written in one language, read in another
    read.restore(m_settings);
    const auto back = read.of({m_folder.path()}, {});
    QLocale::setDefault(QLocale::c());
    QVERIFY(back.has_value());
    QCOMPARE(back->prompt, request.prompt);
    QCOMPARE(back->negativePrompt, request.negativePrompt);
    QCOMPARE(back->seed, request.seed);
    QCOMPARE(back->steps, request.steps);
    QCOMPARE(back->guidance, request.guidance);
    QVERIFY(back->solver == request.solver);
    QCOMPARE(back->width, request.width);
    QCOMPARE(back->height, request.height);
    QCOMPARE(back->count, request.count);
    QCOMPARE(back->inTurn, request.inTurn);
    QVERIFY(back->parts.load.mode == request.parts.load.mode);
    QCOMPARE(back->parts.load.deviceBudget, request.parts.load.deviceBudget);
    QVERIFY(back->parts.weightsType == request.parts.weightsType);
    QVERIFY(!read.of({QStringLiteral("/elsewhere")}, {}).has_value());
}

// Settings are a file that anybody may have edited.
void TestRememberedForms::whatIsNoWordLeavesWhatIsSuggested()
{
    RememberedForms written;
    written.remember({m_folder.path()}, someRequest());
    written.save(m_settings);
    m_settings.beginWriteArray(QStringLiteral("generations"));
    m_settings.setArrayIndex(0);
    for (const char* const key : {"steps", "seed", "scheduler", "guidance", "mode", "weightsType", "width"})
        m_settings.setValue(QLatin1String(key), QStringLiteral("-17 or so"));
    m_settings.setValue(QStringLiteral("height"), QStringLiteral("-64"));
    m_settings.endArray();
    RememberedForms read;
    read.restore(m_settings);
    const diffusion::GenerationRequest suggested;
    const auto back = read.of({m_folder.path()}, suggested);
    QVERIFY(back.has_value());
    QCOMPARE(back->steps, suggested.steps);
    QCOMPARE(back->seed, suggested.seed);
    QVERIFY(back->solver == suggested.solver);
    QCOMPARE(back->guidance, suggested.guidance);
    QVERIFY(back->parts.load.mode == suggested.parts.load.mode);
    QVERIFY(!back->parts.weightsType.has_value());
    QCOMPARE(back->width, suggested.width);
    QCOMPARE(back->height, suggested.height);
    QCOMPARE(back->count, int64_t {3}); // a word
}

void TestRememberedForms::addressesAreKeptWithoutTheirSecrets()
{
    RememberedForms forms;
    forms.remember({QStringLiteral("https://me:secret@host/sd/model_index.json?key=hidden")}, someRequest());
    forms.save(m_settings);
    m_settings.sync();
    QFile file(m_settings.fileName());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("host"));
    QVERIFY2(!text.contains("secret") && !text.contains("hidden"), text.constData());
    QVERIFY(forms.of({QStringLiteral("https://host/sd/model_index.json")}, {}).has_value());
}

void TestRememberedForms::aPageBeginsWhereTheLastOneWas()
{
    WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
    const QTemporaryDir models;
    writeSmallFolder(models.path());
    RememberedForms forms;
    {
        GeneratePage page({models.path()}, std::nullopt, &forms);
        QVERIFY(becomesIdle(page));
        QCOMPARE(page.form().request().guidance, 7.5); // the folder's
        setSmall(page);
        page.form().setPrompt(QStringLiteral("a lighthouse"));
        page.generate();
        QVERIFY(becomesIdle(page));
    }
    GeneratePage page({models.path()}, std::nullopt, &forms);
    QVERIFY(becomesIdle(page));
    QCOMPARE(page.form().request().prompt, "a lighthouse");
    QCOMPARE(page.form().request().width, int64_t {64});
    QCOMPARE(page.form().request().steps, int64_t {2});
}

// It is for the engine that a limit makes "automatic" streamed.
void TestRememberedForms::aLimitLeavesTheModeThatWasChosen()
{
    WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
    const QTemporaryDir models;
    writeSmallFolder(models.path());
    RememberedForms forms;
    {
        GeneratePage page({models.path()}, std::nullopt, &forms);
        QVERIFY(becomesIdle(page));
        setSmall(page);
        diffusion::GenerationRequest choices = page.form().choices();
        choices.parts.load.deviceBudget = uint64_t {3} << 20;
        page.form().setRequest(choices);
        QVERIFY(page.form().request().parts.load.mode == LoadMode::Streamed);
        page.generate();
        QVERIFY(becomesIdle(page));
    }
    GeneratePage page({models.path()}, std::nullopt, &forms);
    QVERIFY(becomesIdle(page));
    QCOMPARE(page.form().choices().parts.load.deviceBudget, uint64_t {3} << 20);
    QVERIFY(page.form().choices().parts.load.mode == LoadMode::Auto);
}

// Nobody has to make a picture for it; a form that nobody touched takes no place from others.
void TestRememberedForms::whatWasOnlyTypedIsKept()
{
    WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
    const QTemporaryDir models;
    writeSmallFolder(models.path());
    RememberedForms forms;
    const QSignalSpy changed(&forms, &RememberedForms::changed);
    {
        GeneratePage page({models.path()}, std::nullopt, &forms);
        QVERIFY(becomesIdle(page));
    }
    QCOMPARE(changed.size(), 0);
    {
        GenerateDialog dialog({models.path()}, std::nullopt, &forms, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QVERIFY(becomesIdle(dialog.page()));
        dialog.page().form().setPrompt(QStringLiteral("a lighthouse"));
        QVERIFY(dialog.close());
        QCOMPARE(changed.size(), 1);
    }
    {
        GeneratePage page({models.path()}, std::nullopt, &forms);
        QVERIFY(becomesIdle(page));
        QCOMPARE(page.form().choices().prompt, "a lighthouse");
        page.form().setPrompt(QStringLiteral("a harbour"));
    }
    QCOMPARE(changed.size(), 2);
    GeneratePage page({models.path()}, std::nullopt, &forms);
    QVERIFY(becomesIdle(page));
    QCOMPARE(page.form().choices().prompt, "a harbour");
}

QTEST_MAIN(TestRememberedForms)
#include "tst_rememberedforms.moc"
