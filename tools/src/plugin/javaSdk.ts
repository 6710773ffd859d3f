// The SDK of the native plugin for Java: the generator's sources as a project for Maven.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cacheFolder } from '../pulumiCli/cache';
import { JAVA_GENERATOR, ensureJavaHost } from '../pulumiCli/languageHosts';
import { run } from '../pulumiCli/run';

/** The SDK of Pulumi for Java, https://central.sonatype.com/artifact/com.pulumi/pulumi. */
const PULUMI_VERSION = '1.16.1';

/** The fields of the schema that the project repeats. */
interface Schema {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly pluginDownloadURL?: string;
}

/** Writes the SDK that the generator makes of a schema into a folder. */
export async function writeJavaSdk(schemaFile: string, folder: string): Promise<void> {
  const schema = JSON.parse(await readFile(schemaFile, 'utf8')) as Schema;
  const { name, version, pluginDownloadURL: server } = schema;
  const generator = path.join(await ensureJavaHost(), JAVA_GENERATOR);
  const args = ['generate', '--schema', schemaFile, '--build', 'none', '--version', version];
  // It takes the folder relative to the working directory.
  await run(generator, [...args, '--out', path.basename(folder)], { cwd: path.dirname(folder) });

  // Beside the version, the language host finds which plugin a program needs.
  const resources = path.join(folder, 'src', 'main', 'resources', 'com', 'pulumi', name);
  await writeFile(
    path.join(resources, 'plugin.json'),
    JSON.stringify({ resource: true, name, version, server }),
  );
  await writeFile(path.join(folder, 'pom.xml'), pom(schema));
}

/**
 * The options of Maven in tests: its repository is in the project's cache, so that the user's own never holds the SDK
 * of a test; and Java compiles little, because each command takes seconds.
 */
export const mavenOptions = (env: NodeJS.ProcessEnv): string =>
  `-Dmaven.repo.local=${path.join(cacheFolder(env), 'maven')} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC`;

/** Whether Maven finds what the SDK needs: some networks cannot reach Maven Central. */
export function hasMavenPackages(env: NodeJS.ProcessEnv): boolean {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-maven-'));
  try {
    // A project without sources: its only goal asks for the dependencies.
    writeFileSync(path.join(folder, 'pom.xml'), pom({ ...EMPTY, name: 'maven-packages' }));
    const { status } = spawnSync('mvn', [...QUIETLY, 'resources:resources'], {
      cwd: folder,
      env: { ...env, MAVEN_OPTS: mavenOptions(env) },
      timeout: LONGEST_DOWNLOAD,
    });
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const QUIETLY = ['--batch-mode', '--quiet', '--no-transfer-progress'];
const EMPTY = { displayName: 'none', version: '0.0.0', description: 'none', license: 'none' };
/** Milliseconds for the first download of Pulumi's SDK. */
const LONGEST_DOWNLOAD = 300_000;

/** Compiles the SDK and installs it into the repository of Maven. */
export const installJavaSdk = (sdks: string, env: NodeJS.ProcessEnv): Promise<string> =>
  run('mvn', [...QUIETLY, '-Dmaven.test.skip=true', 'install'], {
    cwd: path.join(sdks, 'java'),
    env,
  });

/** The project of the SDK. Debian's Maven has plugins that are too old for Java 17. */
const pom = ({ name, displayName, version, description, license }: Schema): string => `\
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>

  <groupId>com.pulumi</groupId>
  <artifactId>${name}</artifactId>
  <version>${version}</version>
  <name>${displayName}</name>
  <description>${escaped(description)}</description>
  <licenses>
    <license>
      <name>${license}</name>
    </license>
  </licenses>

  <properties>
    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>

  <dependencies>
${dependency('com.pulumi', 'pulumi', PULUMI_VERSION)}
${dependency('com.google.code.findbugs', 'jsr305', '3.0.2')}
  </dependencies>

  <build>
    <plugins>
${plugin('maven-resources-plugin', '3.3.1')}
${plugin('maven-compiler-plugin', '3.13.0')}
${plugin('maven-jar-plugin', '3.4.2')}
${plugin('maven-install-plugin', '3.1.3')}
    </plugins>
  </build>
</project>
`;

const dependency = (group: string, artifact: string, version: string): string => `\
    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
      <version>${version}</version>
    </dependency>`;

const plugin = (artifact: string, version: string): string => `\
      <plugin>
        <artifactId>${artifact}</artifactId>
        <version>${version}</version>
      </plugin>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
