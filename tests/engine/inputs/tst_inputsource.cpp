// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/inputs/inputsource.h"
#include "engine/inputs/tensorio.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <cmath>

using namespace weightless;

class TestInputSource : public QObject {
    Q_OBJECT

private slots:
    void kinds();
    void whatIsSuggestedMakesSense();
    void numbersThatDoNotFitNameTheInput();
    void complexInputsTakeFiles();
    void inputsWithoutRoomAreNamed();
    void sourcesAreComparedByWhatTheirKindUses();
    void textFillsStrings();
    void filesMustMatch();
    void otherFilesAreNamed();
    void bitsOfBFloat16();
    void pictures();
};

void TestInputSource::kinds()
{
    const TensorDescriptor descriptor {DataType::Float16, {1, 4, 8, 8}};
    const HostTensor seven = makeInput("x", descriptor, {.seed = 7});
    QVERIFY(seven == makeInput("x", descriptor, {.seed = 7}));
    QVERIFY(seven != makeInput("x", descriptor, {.seed = 8}));
    QVERIFY(makeInput("x", descriptor, {}) == makeInput("x", descriptor, {.seed = 1}));
    QVERIFY(makeInput("query", descriptor, {}) != makeInput("key", descriptor, {}));
    QVERIFY(makeInput("x", descriptor, {.kind = InputKind::Zeros}) == makeHostTensor(descriptor));
    QCOMPARE(elementAsDouble(makeInput("x", descriptor, {.kind = InputKind::Ones}), 255), 1.0);
    QCOMPARE(
        elementAsDouble(makeInput("x", descriptor, {.kind = InputKind::Number, .number = {-0.5}}), 9), -0.5);
}

// A BERT that was run without inputs gave no number at all.
void TestInputSource::whatIsSuggestedMakesSense()
{
    for (const DataType type : {DataType::Int64, DataType::Int32, DataType::Bool}) {
        QVERIFY(suggestedSource("attention_mask", type).kind == InputKind::Ones);
        QVERIFY(suggestedSource("Input_Mask:0", type).kind == InputKind::Ones);
        QVERIFY(suggestedSource("token_type_ids", type).kind == InputKind::Zeros);
        QVERIFY(suggestedSource("segment_ids:0", type).kind == InputKind::Zeros);
        QVERIFY(suggestedSource("input_ids", type).kind == InputKind::Random);
    }
    QVERIFY(suggestedSource("mask_input", DataType::Float32).kind == InputKind::Random);
}

void TestInputSource::complexInputsTakeFiles()
{
    const TensorDescriptor descriptor {DataType::Complex64, {2, 3}};
    for (const InputKind kind : {InputKind::Random, InputKind::Ones, InputKind::Number}) {
        EXPECT_ERROR(makeInput("spectrum", descriptor, {.kind = kind}), ErrorKind::Unsupported,
            "Input 'spectrum' is complex64[2, 3]");
        EXPECT_ERROR(makeInput("spectrum", descriptor, {.kind = kind}), ErrorKind::Unsupported,
            "give it a .npy or .pb file, or zeros");
    }
    QVERIFY(makeInput("spectrum", descriptor, {.kind = InputKind::Zeros}) == makeHostTensor(descriptor));
}

// Which of them is too large, and by which sizes: no word of the system says that.
void TestInputSource::inputsWithoutRoomAreNamed()
{
    constexpr int64_t many = int64_t {1} << 59;
    for (const InputKind kind : {InputKind::Random, InputKind::Zeros, InputKind::Ones}) {
        EXPECT_ERROR(makeInput("x", {DataType::Float64, {many, 2}}, {.kind = kind}), ErrorKind::OutOfMemory,
            "Input 'x' is float64[576460752303423488, 2], 8388608 TiB, for which");
        EXPECT_ERROR(makeInput("x", {DataType::Float64, {many, many}}, {.kind = kind}),
            ErrorKind::OutOfMemory,
            "Input 'x' is float64[576460752303423488, 576460752303423488], more bytes than");
    }
}

void TestInputSource::numbersThatDoNotFitNameTheInput()
{
    EXPECT_ERROR(makeInput("t", {DataType::UInt8, {2}}, {.kind = InputKind::Number, .number = {-1}}),
        ErrorKind::InvalidArgument, "'t'");
    const InputSource list {.kind = InputKind::Number, .list = {{1}, {2, 2}, {-1}}};
    QCOMPARE(elementAsDouble(makeInput("t", {DataType::Int8, {3}}, list), 2), -1.0);
    EXPECT_ERROR(makeInput("t", {DataType::UInt8, {3}}, list), ErrorKind::InvalidArgument, "cannot hold -1");
    EXPECT_ERROR(makeInput("t", {DataType::Int8, {4}}, list), ErrorKind::InvalidArgument, "3 numbers");
}

void TestInputSource::sourcesAreComparedByWhatTheirKindUses()
{
    const InputSource noNumber {.kind = InputKind::Number, .number = {std::nan("")}};
    QVERIFY(noNumber == InputSource(noNumber));
    InputSource zeros = noNumber;
    zeros.kind = InputKind::Zeros;
    QVERIFY(zeros == InputSource {.kind = InputKind::Zeros});
    QVERIFY(zeros != noNumber);
    QVERIFY((InputSource {.kind = InputKind::Number, .number = {0.0}}
        != InputSource {.kind = InputKind::Number, .number = {-0.0}}));
    QVERIFY((InputSource {.seed = 1} != InputSource {.seed = 2}));
}

void TestInputSource::textFillsStrings()
{
    const TensorDescriptor words {DataType::String, {3, 1}};
    const InputSource two {.kind = InputKind::Text, .text = "Bern;Ełk"};
    QCOMPARE(makeInput("w", words, two).strings, (std::vector<std::string> {"Bern", "Ełk", "Bern"}));
    QCOMPARE(makeInput("w", words, {.kind = InputKind::Text}).strings, std::vector<std::string>(3));
    EXPECT_ERROR(makeInput("w", {DataType::String, {1, 1}}, two), ErrorKind::InvalidArgument,
        "string[1, 1], but 2 texts were given");
    EXPECT_ERROR(makeInput("w", words, {}), ErrorKind::InvalidArgument, "give it text");
    EXPECT_ERROR(
        makeInput("x", {DataType::Float32, {3}}, two), ErrorKind::InvalidArgument, "text cannot fill");
    EXPECT_ERROR(makeInput("w", {DataType::String, {1 << 20, 1 << 20}}, two), ErrorKind::InvalidArgument,
        "more strings");
}

// By what they are, and not by the byte that a reader stumbled over.
void TestInputSource::otherFilesAreNamed()
{
    const test::TemporaryFolder folder;
    const auto refuses = [&folder](const char* name, const char* begin, const char* what) {
        const std::filesystem::path path = folder.write(name, begin + std::string(600, '.'));
        EXPECT_ERROR(readTensor(path), ErrorKind::InvalidArgument, what);
        EXPECT_ERROR(readTensorDescriptor(path), ErrorKind::InvalidArgument, what);
    };
    refuses("x.npz", "PK\x03\x04", "save one of them as .npy");
    refuses("x.npy", "PK\x03\x04", "save one of them as .npy");
    refuses("x.jpg", "\xff\xd8\xff", "it is a JPEG picture");
    refuses("x.txt", "1 2 3", "it is a text file");
    // NumPy's arrays are such whatever they are called.
    const HostTensor tensor = makeInput("x", {DataType::Float32, {2, 3}}, {});
    writeTensor(folder / "x.npy", tensor, "x");
    std::filesystem::rename(folder / "x.npy", folder / "x.array");
    QVERIFY(readTensor(folder / "x.array") == tensor);
}

void TestInputSource::filesMustMatch()
{
    const test::TemporaryFolder folder;
    const HostTensor tensor = makeInput("x", {DataType::Float32, {2, 3}}, {});
    writeTensor(folder / "x.npy", tensor, "x");
    const InputSource source {.kind = InputKind::File, .path = folder / "x.npy"};
    QVERIFY(makeInput("x", tensor.descriptor, source) == tensor);
    writeTensor(folder / "x.pb", tensor, "x");
    for (const char* name : {"x.npy", "x.pb"})
        QVERIFY(readTensorDescriptor(folder / name) == tensor.descriptor);
    for (const char* name : {"no.npy", "no.pb"})
        EXPECT_ERROR(readTensorDescriptor(folder / name), ErrorKind::Io, name);
    for (const char* name : {"empty.npy", "empty.pb"})
        EXPECT_ERROR(readTensorDescriptor(folder.write(name, "")), ErrorKind::InvalidArgument, name);
    EXPECT_ERROR(makeInput("x", {DataType::Float32, {3, 2}}, source), ErrorKind::InvalidArgument,
        "expects float32[3, 2]");
    EXPECT_ERROR(makeInput("x", {DataType::Float16, {2, 3}}, source), ErrorKind::InvalidArgument,
        "holds float32[2, 3]");
    EXPECT_ERROR(makeInput("x", tensor.descriptor, {.kind = InputKind::File}), ErrorKind::InvalidArgument,
        "'x' has no file");
    EXPECT_ERROR(makeInput("x", tensor.descriptor, {.kind = InputKind::File, .path = folder / "no.npy"}),
        ErrorKind::Io, "no.npy");
}

// As ONNX's older test data have them.
void TestInputSource::bitsOfBFloat16()
{
    const test::TemporaryFolder folder;
    HostTensor bits = makeHostTensor({DataType::UInt16, {2}});
    bits.as<uint16_t>()[0] = 0x3f80;
    bits.as<uint16_t>()[1] = 0xc000;
    writeTensor(folder / "x.npy", bits, "x");
    const InputSource source {.kind = InputKind::File, .path = folder / "x.npy"};
    const HostTensor made = makeInput("x", {DataType::BFloat16, {2}}, source);
    QCOMPARE(elementAsDouble(made, 0), 1.0);
    QCOMPARE(elementAsDouble(made, 1), -2.0);
    QVERIFY(makeInput("x", bits.descriptor, source) == bits);
    EXPECT_ERROR(
        makeInput("x", {DataType::Float16, {2}}, source), ErrorKind::InvalidArgument, "expects float16[2]");
}

void TestInputSource::pictures()
{
    const TensorDescriptor descriptor {DataType::Float32, {1, 3, 2, 2}};
    const test::TemporaryFolder folder;
    const auto path = folder.write("red.ppm", std::string("P6 1 1 255\n\xff\0\0", 14));
    const InputSource source {.kind = InputKind::Image, .path = path, .imageRange = ImageRange::Bytes};
    const HostTensor tensor = makeInput("x", descriptor, source);
    QCOMPARE(elementAsDouble(tensor, 0), 255.0);
    QCOMPARE(elementAsDouble(tensor, 4), 0.0);
    const HostTensor last = makeInput("x", {DataType::Float32, {1, 2, 2, 3}}, source);
    QCOMPARE(elementAsDouble(last, 0), 255.0);
    QCOMPARE(elementAsDouble(last, 1), 0.0);
    QCOMPARE(elementAsDouble(last, 3), 255.0);
    // Of a shape with three rows as well as three channels; the first are taken for the channels.
    const TensorDescriptor both {DataType::Float32, {1, 3, 2, 3}};
    const auto redsOf = [](const HostTensor& made) {
        std::vector<size_t> places;
        for (size_t i = 0; i < 18; ++i) {
            if (elementAsDouble(made, i) == 255) {
                places.push_back(i);
            }
        }
        return places;
    };
    QCOMPARE(redsOf(makeInput("x", both, source)), (std::vector<size_t> {0, 1, 2, 3, 4, 5}));
    const ImageLayout declared {.channels = 3, .height = 1, .width = 2};
    QCOMPARE(redsOf(makeInput("x", both, source, {}, declared)), (std::vector<size_t> {0, 3, 6, 9, 12, 15}));
    // Of which a shape that has no channels there knows nothing.
    QVERIFY(makeInput("x", descriptor, source, {}, declared) == tensor);
    EXPECT_ERROR(makeInput("x", {DataType::Int64, {2}}, source), ErrorKind::InvalidArgument,
        "which is no image's shape");
    EXPECT_ERROR(makeInput("x", descriptor, {.kind = InputKind::Image, .path = folder / "absent.png"}),
        ErrorKind::Io, "absent.png");
    // As large as nothing is fed with.
    EXPECT_ERROR(makeInput("x", descriptor,
                     {.kind = InputKind::Image, .path = folder.write("huge.ppm", "P6 99999 99999 255\n")}),
        ErrorKind::InvalidArgument, "99999 × 99999 pixels, more than the 268435456");
}

QTEST_APPLESS_MAIN(TestInputSource)
#include "tst_inputsource.moc"
