// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/tensorio.h"

#include "engine/base/error.h"
#include "engine/base/file.h"
#include "engine/base/outputfile.h"
#include "engine/base/text.h"
#include "engine/formats/npyfile.h"
#include "engine/formats/npyheader.h"
#include "engine/onnx/tensorfile.h"

namespace weightless {

namespace {

bool isNpy(const std::filesystem::path& path)
{
    return lowerCase(displayPath(path.extension())) == ".npy";
}

} // namespace

bool isTensorFileName(const std::filesystem::path& path)
{
    const std::string extension = lowerCase(displayPath(path.extension()));
    return extension == ".npy" || extension == ".pb";
}

void checkTensorFile(const std::filesystem::path& path, DataType type, const std::string& what)
{
    if (!isNpy(path)) {
        return;
    }
    try {
        static_cast<void>(npyHead({type, {}}));
    } catch (const Error& error) {
        throw Error(
            error.kind(), "Cannot write " + what + " to '" + displayPath(path) + "': " + error.message());
    }
}

HostTensor readTensor(const std::filesystem::path& path)
{
    return isNpy(path) ? readNpyFile(path) : onnx_io::readTensorFile(path);
}

TensorDescriptor readTensorDescriptor(const std::filesystem::path& path)
{
    return isNpy(path) ? readNpyDescriptor(path) : onnx_io::readTensorFileDescriptor(path);
}

void writeTensor(OutputFile& file, const HostTensor& tensor, const std::string& name)
{
    if (isNpy(file.target())) {
        writeNpy(file, tensor);
    } else {
        onnx_io::writeTensorProto(file, tensor, name);
    }
}

void writeTensor(const std::filesystem::path& path, const HostTensor& tensor, const std::string& name)
{
    OutputFile file(path);
    writeTensor(file, tensor, name);
    file.commit();
}

} // namespace weightless
