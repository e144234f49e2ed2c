// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/kernels/binary.h"
#include "engine/ops/kernels/cast.h"
#include "engine/ops/kernels/quantize.h"
#include "engine/ops/kernels/recurrent.h"
#include "engine/ops/kernels/reduceheld.h"
#include "engine/ops/kernels/rownorm.h"
#include "engine/ops/kernels/softmaxheld.h"
#include "engine/ops/kernels/strided_copy.h"
#include "engine/ops/kernels/unary.h"
#include "tests/card/arithmetic/roughmodule.h"
#include "tests/card/arithmetic/spirvmodule.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace weightless;
using weightless::testing::roughModule;
using namespace weightless::testing::spirv;

namespace {

constexpr size_t headerWords = 5;
constexpr uint32_t opEntryPoint = 15;
constexpr uint32_t roundingModeToEven = 4462;
constexpr uint32_t functionSqrt = 31;
constexpr uint32_t functionExp = 27;

std::vector<Instruction> instructionsOf(std::span<const uint32_t> words)
{
    std::vector<Instruction> instructions;
    for (size_t at = headerWords; at < words.size(); at += words[at] >> 16) {
        instructions.push_back({words[at] & 0xffff, words.subspan(at + 1, (words[at] >> 16) - 1)});
    }
    return instructions;
}

size_t countOf(std::span<const uint32_t> words, uint32_t opcode)
{
    const auto all = instructionsOf(words);
    return static_cast<size_t>(std::ranges::count(all, opcode, &Instruction::opcode));
}

size_t countOfFunction(std::span<const uint32_t> words, uint32_t function)
{
    const auto all = instructionsOf(words);
    return static_cast<size_t>(std::ranges::count_if(all, [&](const Instruction& instruction) {
        return instruction.opcode == opExtInst && instruction.operands[3] == function;
    }));
}

// Ids that instructions of a new module name lie below its bound, and those that it has are declared once.
bool hasSoundIds(std::span<const uint32_t> words)
{
    std::set<uint32_t> results;
    for (const Instruction& instruction : instructionsOf(words)) {
        const bool isNew = instruction.opcode == opCopyObject || instruction.opcode == opBitcast
            || instruction.opcode == opFMul;
        if (isNew
            && (instruction.operands[1] >= words[3] || !results.insert(instruction.operands[1]).second)) {
            return false;
        }
    }
    return true;
}

// What the engine tells devices that can be told to round float16 to even.
std::vector<uint32_t> roundingToEven(std::span<const uint32_t> words)
{
    std::vector<uint32_t> told(words.begin(), words.begin() + headerWords);
    for (const Instruction& instruction : instructionsOf(words)) {
        const auto append = [&](uint32_t opcode, std::span<const uint32_t> operands) {
            told.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
            told.insert(told.end(), operands.begin(), operands.end());
        };
        append(instruction.opcode, instruction.operands);
        if (instruction.opcode == opEntryPoint) {
            const std::vector<uint32_t> mode {instruction.operands[1], roundingModeToEven, 16};
            append(opExecutionMode, mode);
        }
    }
    return told;
}

} // namespace

class TestRoughModule : public QObject {
    Q_OBJECT

private slots:
    void exchangesQuotients()
    {
        const auto words = ops::kernels::binary().forTypes({DataType::Float32}).descriptorSpirv;
        const std::vector<uint32_t> rough = roughModule(words);
        QVERIFY(countOf(words, opFDiv) > 0);
        QCOMPARE(countOf(rough, opFDiv), countOf(words, opFDiv)); // of 1 by what was divided by
        QCOMPARE(countOf(rough, opCopyObject) - countOf(words, opCopyObject),
            countOf(words, opFDiv) + countOfFunction(words, functionSqrt));
        QVERIFY(hasSoundIds(rough));
    }

    void exchangesFunctions()
    {
        const auto words = ops::kernels::unary().forTypes({DataType::Float16}).descriptorSpirv;
        const std::vector<uint32_t> rough = roughModule(words);
        QVERIFY(countOfFunction(words, functionExp) > 0);
        QVERIFY(countOfFunction(words, functionSqrt) > 0);
        QCOMPARE(countOfFunction(rough, functionExp), size_t {0});
        QCOMPARE(countOfFunction(rough, functionSqrt), size_t {0});
        QVERIFY(hasSoundIds(rough));
    }

    void keepsWhatIsExact()
    {
        const auto copies = ops::kernels::strided_copy().forWidthOf(DataType::Float32).descriptorSpirv;
        const std::vector<uint32_t> rough = roughModule(copies);
        QCOMPARE(countOf(rough, opCopyObject), countOf(copies, opCopyObject));
        QCOMPARE(instructionsOf(rough).size(),
            instructionsOf(copies).size()
                + (countOf(rough, opExtInstImport) - countOf(copies, opExtInstImport)));
        const auto doubles = ops::kernels::binary().forTypes({DataType::Float64}).descriptorSpirv;
        QCOMPARE(countOf(roughModule(doubles), opFMul), countOf(doubles, opFMul));
    }

    void cutsHalvesUnlessTold()
    {
        const auto words =
            ops::kernels::cast().forTypes({DataType::Float32, DataType::Float16}).descriptorSpirv;
        QVERIFY(countOf(roughModule(words), opBitwiseAnd) > countOf(words, opBitwiseAnd));
        const std::vector<uint32_t> told = roundingToEven(words);
        QCOMPARE(countOf(roughModule(told), opBitwiseAnd), countOf(told, opBitwiseAnd));
    }

    void isValid_data()
    {
        QTest::addColumn<const vulkan::KernelCode*>("kernel");
        for (const vulkan::KernelCode* kernel : {&ops::kernels::binary().forTypes({DataType::Float32}),
                 &ops::kernels::unary().forTypes({DataType::Float16}),
                 &ops::kernels::cast().forTypes({DataType::Float32, DataType::Float16}),
                 &ops::kernels::quantize().forTypes({DataType::Float32, DataType::UInt8}),
                 &ops::kernels::recurrent().forTypes({DataType::Float32}),
                 &ops::kernels::reduceheld().forTypes({DataType::Float32}),
                 &ops::kernels::rownorm().forTypes({DataType::BFloat16}),
                 &ops::kernels::softmaxheld().forTypes({DataType::Float16}),
                 &ops::kernels::strided_copy().forWidthOf(DataType::Float32)}) {
            QTest::addRow("%s", std::string(kernel->name).c_str()) << kernel;
        }
    }
    void isValid()
    {
        QFETCH(const vulkan::KernelCode*, kernel);
        const QString validator = QStringLiteral(WEIGHTLESS_SPIRV_VAL);
        if (validator.isEmpty()) {
            QSKIP("spirv-val was not found (spirv-tools)");
        }
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("rough.spv"));
        for (const auto words : {kernel->descriptorSpirv, kernel->addressSpirv}) {
            const std::vector<uint32_t> rough = roughModule(words);
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            const auto size = static_cast<qint64>(rough.size() * sizeof(uint32_t));
            QCOMPARE(file.write(reinterpret_cast<const char*>(rough.data()), size), size);
            file.close();
            QProcess process;
            process.start(validator, {QStringLiteral("--target-env"), QStringLiteral("vulkan1.2"), path});
            QVERIFY(process.waitForFinished());
            QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestRoughModule)

#include "tst_roughmodule.moc"
