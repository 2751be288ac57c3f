//! Turns a compiled contract into Rust types.
//!
//! `intrigue_wire_gen DESCRIPTORS FOLDER PACKAGE...` reads a serialized `FileDescriptorSet`, and
//! writes the prost code of each proto package to a file of its name. `proto/gen.py` compiles the
//! contract and calls this, so that no build of the core ever needs a proto compiler.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use prost::Message;
use prost_build::{Config, Module};
use prost_types::FileDescriptorSet;

const HEADER: &str = "\
// Generated from proto/intrigue by `make gen`. Change the contract, not this file.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [descriptors, folder, packages @ ..] = arguments.as_slice() else {
        eprintln!("usage: intrigue_wire_gen DESCRIPTORS FOLDER PACKAGE...");
        return ExitCode::from(2);
    };
    match generate(Path::new(descriptors), Path::new(folder), packages) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("intrigue_wire_gen: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the Rust code of `packages`, as described in the file `descriptors`, into `folder`.
fn generate(descriptors: &Path, folder: &Path, packages: &[String]) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(descriptors)
        .map_err(|error| format!("cannot read {}: {error}", descriptors.display()))?;
    let contract = FileDescriptorSet::decode(bytes.as_slice())
        .map_err(|error| format!("{} is no descriptor set: {error}", descriptors.display()))?;
    for (package, code) in rust_code(contract, packages)? {
        let output = folder.join(format!("{package}.rs"));
        fs::write(&output, format!("{HEADER}\n{code}"))
            .map_err(|error| format!("cannot write {}: {error}", output.display()))?;
    }
    Ok(())
}

/// The prost code of some packages; files of other packages only lend their types.
fn rust_code(
    contract: FileDescriptorSet,
    packages: &[String],
) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let requests: Vec<_> = contract
        .file
        .into_iter()
        .map(|file| (Module::from_protobuf_package_name(file.package()), file))
        .collect();
    let mut code = Config::new()
        // Ordered maps encode the same way every time; hash maps do not.
        .btree_map(["."])
        .enable_type_names()
        .generate(requests)?;
    let of_package = |package: &String| {
        code.remove(&Module::from_protobuf_package_name(package))
            .map(|code| (package.clone(), code))
            .ok_or_else(|| format!("the descriptors hold no message of package {package}").into())
    };
    packages.iter().map(of_package).collect()
}

#[cfg(test)]
mod tests {
    use super::rust_code;
    use prost_types::{DescriptorProto, FileDescriptorProto, FileDescriptorSet};

    fn file(package: &str, message: &str) -> FileDescriptorProto {
        FileDescriptorProto {
            name: Some(format!("{package}.proto")),
            package: Some(package.to_owned()),
            message_type: vec![DescriptorProto {
                name: Some(message.to_owned()),
                ..DescriptorProto::default()
            }],
            syntax: Some("proto3".to_owned()),
            ..FileDescriptorProto::default()
        }
    }

    #[test]
    fn writes_only_the_package_asked_for() {
        let contract =
            FileDescriptorSet { file: vec![file("ours", "Mine"), file("other", "Theirs")] };
        let code = rust_code(contract, &["ours".to_owned()]).unwrap();
        let [(package, code)] = &code[..] else { panic!("{code:?}") };
        assert_eq!(package, "ours");
        assert!(code.contains("pub struct Mine"));
        assert!(!code.contains("Theirs"));
    }

    #[test]
    fn says_when_the_package_is_missing() {
        let contract = FileDescriptorSet { file: vec![file("other", "Theirs")] };
        let error = rust_code(contract, &["ours".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "the descriptors hold no message of package ours");
    }
}
