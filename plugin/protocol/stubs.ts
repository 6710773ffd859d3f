// The gRPC messages of Pulumi's provider protocol. Only this file imports the protocol stubs of `@pulumi/pulumi`, which
// are no documented entry: a native plugin cannot be written without them.
import * as grpc from '@grpc/grpc-js';
import { Any } from 'google-protobuf/google/protobuf/any_pb.js';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb.js';
import { Struct } from 'google-protobuf/google/protobuf/struct_pb.js';
import { EngineClient } from '@pulumi/pulumi/proto/engine_grpc_pb.js';
import * as engine from '@pulumi/pulumi/proto/engine_pb.js';
import * as plugin from '@pulumi/pulumi/proto/plugin_pb.js';
import { ResourceProviderService } from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import * as messages from '@pulumi/pulumi/proto/provider_pb.js';
import { Status } from '@pulumi/pulumi/proto/status_pb.js';

export { Any, Empty, EngineClient, ResourceProviderService, Status, Struct, engine, grpc, messages, plugin };
