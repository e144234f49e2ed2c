// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/tensorio.h"

#include "engine/base/file.h"
#include "engine/base/outputfile.h"
#include "engine/base/text.h"
#include "engine/formats/npyfile.h"
#include "engine/onnx/tensorfile.h"

namespace weightless {

bool isTensorFileName(const std::filesystem::path& path)
{
    const std::string extension = lowerCase(displayPath(path.extension()));
    return extension == ".npy" || extension == ".pb";
}

HostTensor readTensor(const std::filesystem::path& path)
{
    return lowerCase(displayPath(path.extension())) == ".npy" ? readNpyFile(path)
                                                              : onnx_io::readTensorFile(path);
}

void writeTensor(OutputFile& file, const HostTensor& tensor, const std::string& name)
{
    if (lowerCase(displayPath(file.target().extension())) == ".npy") {
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
