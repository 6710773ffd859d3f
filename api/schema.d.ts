// Generated from api/openapi.yaml by `npm run generate`; never edited.

export interface paths {
    "/v1/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get or refresh an access token
         * Exchanges client credentials, or a refresh token, for a new access token and a new refresh token. An unsupported grant type or a missing field is 400 `invalid_request`; wrong client credentials are 401 `unauthorized_request`.
         *     A refresh gives a new pair. A refresh token that was used before or is no longer valid is 401 (a reading: the spec does not say it).
         *     Requests of standard OAuth2 clients (RFC 6749) are accepted too: the fields as a form, and the credentials in an `Authorization: Basic` header where the body has none.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balance of the project
         * The remaining amount and its currency. The currency is the one in which the account is billed.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the images of instances
         * Without `instance_type` every image that instances can use. The `image_type` of an image is what goes into `image` when an instance is deployed. 404 when the instance type is unknown.
         */
        get: operations["listImages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/images/cluster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the images of clusters
         * Without `instance_type` every image that clusters can use. 404 when the cluster type is unknown.
         */
        get: operations["listClusterImages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the locations
         * The data centres. The `code` of a location is what `location_code` means everywhere else.
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volume-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of volume and their prices
         * Open: needs no token.
         */
        get: operations["listVolumeTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instance-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of instance and their prices
         * Open: needs no token.
         */
        get: operations["listInstanceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/container-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of container and their prices
         * Open: needs no token.
         */
        get: operations["listContainerTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cluster-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of cluster and their prices
         * Open: needs no token. The spec does not show the fields of a cluster type.
         */
        get: operations["listClusterTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/long-term/periods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the long-term contract periods
         * @deprecated
         * Open: needs no token. Deprecated: use `GET /v1/long-term/periods/instances` or `GET /v1/long-term/periods/clusters`.
         */
        get: operations["listLongTermPeriods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/long-term/periods/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the long-term contract periods of instances
         * Open: needs no token.
         */
        get: operations["listInstanceLongTermPeriods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/long-term/periods/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the long-term contract periods of clusters
         * Open: needs no token.
         */
        get: operations["listClusterLongTermPeriods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instance-types/price-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of prices (no longer supported)
         * @deprecated
         * Deprecated and no longer supported: it still answers 200, with an empty array.
         */
        get: operations["getPriceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instance-availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the instance types that can be deployed, by location
         * One record for each location, or for the location that `location_code` names. With `is_spot` the types that can be deployed as spot instances.
         */
        get: operations["listInstanceAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instance-availability/{instance_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether an instance type can be deployed
         * A bare boolean: in any location, or in the location that `location_code` names. False for an unknown type (a reading).
         */
        get: operations["getInstanceAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cluster-availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the cluster types that can be deployed, by location
         * One record for each location, or for the location that `location_code` names.
         */
        get: operations["listClusterAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cluster-availability/{cluster_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether a cluster type can be deployed
         * A bare boolean: in any location, or in the location that `location_code` names. False for an unknown type (a reading).
         */
        get: operations["getClusterAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the volumes
         * Limited to 120 requests per minute and project, in place of the 60 of other endpoints.
         *     Without `status` deleted volumes are left out. With `status=deleted` the volumes have the shape of deleted ones (a reading: the spec shows active volumes only).
         */
        get: operations["listVolumes"];
        /**
         * Act on one or several volumes
         * Accepted at once; the status changes afterwards. What each action needs and does:
         *
         *     - `attach`, `detach`: `instance_id` or `instance_ids`; 403 `forbidden_action` unless the
         *       instances are shut down.
         *     - `delete`: to the trash, or permanently with `is_permanent`. 204 when every volume is
         *       already deleted (a reading).
         *     - `rename`: `name`.
         *     - `resize`: `size` in GB, not below the present size. Refused with 400 on HDD. Can give
         *       402.
         *     - `restore`: back from the trash. Can give 402.
         *     - `clone`: the body of the answer holds the id of the new volume. `name`, `type` and
         *       `location_code` may differ from the source. An HDD source has to be detached, or its
         *       instance offline; cloning to NVMe is the supported migration. A source cannot be
         *       deleted before the clone is `detached` or `canceled` (a reading), nor can an unfinished
         *       clone be resized. With `size`, not below the source's, the clone is larger (a reading).
         *     - `cancel`: with the id of the new volume, interrupts a clone to another data centre.
         *     - `create`: initialises a volume that is `ordered` (a reading).
         *     - `export`: leaves the volume `exported` (a reading).
         *     - `transfer`: to the project `project_id` (a reading). 402 or 403 when its balance or its
         *       storage quota does not suffice.
         *
         *     Several ids are acted on all together or not at all (a reading); a clone takes one id.
         */
        put: operations["performVolumeAction"];
        /**
         * Create a volume
         * Accepted at once; the status changes afterwards. The answer is the id of the new volume
         *     as a JSON string.
         *
         *     - Without `location_code`: 400, there is no default.
         *     - HDD and HDD_Shared can no longer be created: 400.
         *     - With instance ids the volume is attached too; 403 `forbidden_action` when one of the
         *       instances is not shut down.
         *     - 402 `insufficient_funds` when the balance is below the price of one hour (a reading).
         */
        post: operations["createVolume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the volumes in the trash
         * Deleted volumes that can still be restored. They stay for 96 hours, count toward the storage quota, and are not billed.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes/{volume_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a volume
         * An active volume, or a deleted one in the shape of deleted volumes.
         */
        get: operations["getVolume"];
        put?: never;
        post?: never;
        /**
         * Delete a volume
         * Moves the volume to the trash, where it shows `deleted_at` and `is_permanently_deleted`. With `is_permanent` it is removed permanently. 204 when it is already deleted; a volume in the trash that is deleted with `is_permanent` is 202 and removed permanently (a reading).
         */
        delete: operations["deleteVolume"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes/{volume_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a tag to a volume
         * The key is stored in lower case. 409 when the volume has a tag of this key. 403 `forbidden_action` when it has ten tags already.
         */
        post: operations["createVolumeTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes/{volume_id}/tags/{tagId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag from a volume
         * 404 when the volume or the tag is unknown.
         */
        delete: operations["deleteVolumeTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the instances
         * Limited to 120 requests per minute and project, in place of the 60 of other endpoints. Without `status` discontinued instances are left out (a reading).
         */
        get: operations["listInstances"];
        /**
         * Act on one or several instances
         * Billing continues after `shutdown`: only `delete` ends it. An instance has to be shut down
         *     before `hibernate`, which detaches all its volumes and deletes it. `discontinue` means
         *     `delete`, and `boot` means `start` (a reading); `deploy` starts an instance that is `ordered` or
         *     `new`, `delete_stuck` deletes an instance that hangs in `deleting`, `provisioning` or `error` (a
         *     reading).
         *
         *     What `delete` does to volumes:
         *
         *     1. Those listed in `volume_ids` are deleted; the others are detached.
         *     2. Without `volume_ids` only the OS volume is deleted.
         *     3. An empty `volume_ids` deletes no volume.
         *     4. `delete_permanently` counts only where volume ids are given. Without it they go to
         *        the trash.
         *
         *     How it answers:
         *
         *     - One id, in either form: 202, 204 when the instance is already in the state that was
         *       asked for (deleting a discontinued one as well), 400 when the action is not allowed,
         *       404 when there is no such instance, 402 or 403 for a `transfer` beyond the balance or
         *       the storage quota of the project that gets it (a reading).
         *     - Several ids: 202 when all succeeded, 207 when some failed, or all (a reading); an instance that is already in that state counts as success.
         */
        put: operations["performInstanceAction"];
        /**
         * Deploy an instance
         * Accepted at once; the status changes afterwards. The answer is the id of the new
         *     instance as a JSON string.
         *
         *     - Without `location_code`: 400, there is no default.
         *     - `image` is the `image_type` of an image, or the id of a detached OS volume.
         *     - New volumes are created in the location of the instance.
         *     - With `instance_group_id` the instance joins the group, and image, instance type and
         *       location may be left out; a value that differs from the group's is 400 (a reading).
         *     - 503 `service_unavailable` when the type has no capacity in the location.
         *     - 402 `insufficient_funds` when the balance is below the price of one hour (a reading).
         */
        post: operations["deployInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{instance_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an instance
         * A deleted instance still answers for a while, with the status `discontinued`, and is 404 later (a reading).
         */
        get: operations["getInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{instance_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a tag to an instance
         * The key is stored in lower case. 409 when the instance has a tag of this key. 403 `forbidden_action` when it has ten tags already.
         */
        post: operations["createInstanceTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/{instance_id}/tags/{tagId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag from an instance
         * 404 when the instance or the tag is unknown.
         */
        delete: operations["deleteInstanceTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of instance (deprecated path)
         * @deprecated
         * Deprecated: use `GET /v1/instance-types`, which is open; this path needs a token. The spec does not show the answer: it is that of the new path.
         */
        get: operations["listInstanceTypesDeprecated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/availability/{instanceType}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether an instance type can be deployed (deprecated path)
         * @deprecated
         * Deprecated: use `GET /v1/instance-availability/{instance_type}`. The spec shows neither query nor answer: they are those of the new path.
         */
        get: operations["getInstanceAvailabilityDeprecated"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instances/action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act on one or several instances (deprecated path)
         * @deprecated
         * Deprecated: use `PUT /v1/instances`, which takes the same body. The spec shows no answer but 202: the others are those of the new path.
         */
        post: operations["performInstanceActionDeprecated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clusters
         * Discontinued clusters are left out (a reading).
         */
        get: operations["listClusters"];
        /**
         * Discontinue one or several clusters
         * Only `discontinue` is allowed. It deletes the local OS storage of the cluster and detaches its shared volumes, which have to be deleted by hand.
         */
        put: operations["performClusterAction"];
        /**
         * Deploy a cluster
         * Accepted at once; the status changes afterwards. Without `location_code`: 400, there is no default. The spec shows neither the rest of the body nor the answer.
         */
        post: operations["deployCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clusters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a cluster
         * A discontinued cluster still answers for a while, with the status `discontinued`, and is 404 later (a reading).
         */
        get: operations["getCluster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clusters/{clusterId}/nodes/{nodeId}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act on a node of a cluster
         * Works on a worker, the jump host and the CPU service nodes. 400 when the action is invalid, 404 when there is no such cluster or node.
         */
        post: operations["performClusterNodeAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clusters/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a tag to a cluster
         * The spec says that clusters have tags, not where they are set. The key is stored in lower case. 409 when the cluster has a tag of this key. 403 `forbidden_action` when it has ten tags already.
         */
        post: operations["createClusterTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clusters/{id}/tags/{tagId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag from a cluster
         * 404 when the cluster or the tag is unknown.
         */
        delete: operations["deleteClusterTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ssh-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SSH keys
         * Every public key of the project, with its fingerprint.
         */
        get: operations["listSshKeys"];
        put?: never;
        /**
         * Add an SSH key
         * The answer is the id of the new key as a JSON string. A key that cannot be parsed is stored without a fingerprint (a reading).
         */
        post: operations["createSshKey"];
        /**
         * Delete several SSH keys
         * The answer does not say which keys were deleted. List the keys to check.
         */
        delete: operations["deleteSshKeys"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ssh-keys/{sshKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an SSH key
         * 404 when there is no such key.
         */
        get: operations["getSshKey"];
        put?: never;
        post?: never;
        /**
         * Delete an SSH key
         * 404 when there is no such key.
         */
        delete: operations["deleteSshKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sshkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the SSH keys (deprecated path)
         * @deprecated
         * Deprecated: use `/v1/ssh-keys`. Every public key of the project, with its fingerprint.
         */
        get: operations["listSshKeysDeprecated"];
        put?: never;
        /**
         * Add an SSH key (deprecated path)
         * @deprecated
         * Deprecated: use `/v1/ssh-keys`. The answer is the id of the new key as a JSON string. A key that cannot be parsed is stored without a fingerprint (a reading).
         */
        post: operations["createSshKeyDeprecated"];
        /**
         * Delete several SSH keys (deprecated path)
         * @deprecated
         * Deprecated: use `/v1/ssh-keys`. The answer does not say which keys were deleted. List the keys to check.
         */
        delete: operations["deleteSshKeysDeprecated"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sshkeys/{sshKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an SSH key (deprecated path)
         * @deprecated
         * Deprecated: use `/v1/ssh-keys`. 404 when there is no such key.
         */
        get: operations["getSshKeyDeprecated"];
        put?: never;
        post?: never;
        /**
         * Delete an SSH key (deprecated path)
         * @deprecated
         * Deprecated: use `/v1/ssh-keys`. 404 when there is no such key.
         */
        delete: operations["deleteSshKeyDeprecated"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scripts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the startup scripts, page by page
         * Sorted by the time of creation, the newest first unless `orderDirection=asc`. The headers show the page, its size and the number of all matching scripts.
         */
        get: operations["listScripts"];
        put?: never;
        /**
         * Add a startup script
         * The answer is the id of the new script as a JSON string. 403 `forbidden_action` when the quota of the project is used up: 100 scripts by default, 10000 at most (the status, and that the users of a project share its quota, are readings).
         */
        post: operations["createScript"];
        /**
         * Delete several startup scripts
         * The answer does not say which scripts were deleted. List the scripts to check.
         */
        delete: operations["deleteScripts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scripts/{scriptId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a startup script
         * 404 when there is no such script.
         */
        get: operations["getScript"];
        put?: never;
        post?: never;
        /**
         * Delete a startup script
         * 404 when there is no such script.
         */
        delete: operations["deleteScript"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instance-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the instance groups
         * The live groups of the project, the oldest first.
         */
        get: operations["listInstanceGroups"];
        put?: never;
        /**
         * Create an instance group
         * The name is unique among the live groups of the project; a name that is taken is 409 (a reading). Location, instance type, image and OS volume cannot be changed later.
         */
        post: operations["createInstanceGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/instance-groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an instance group
         * Its instances are the members; an instance itself does not name its group. A deleted group is 404.
         */
        get: operations["getInstanceGroup"];
        /**
         * Change an instance group
         * A field that is absent keeps its value; null clears it (a reading). 400 when the body has a field that cannot be changed, such as `location_code` or `template.image`, an unknown one (a reading), or an invalid one; 409 when it conflicts with the present state of the group.
         */
        put: operations["updateInstanceGroup"];
        post?: never;
        /**
         * Delete an instance group
         * Hides the group from reads and frees its name. Its instances stay, and belong to no group (a reading). Clients also understand a 409.
         */
        delete: operations["deleteInstanceGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inference/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the inference models and their prices
         * Prices are in the currency in which the account is billed. A service tier without prices of its own is left out of `service_tier_pricing`.
         */
        get: operations["listInferenceModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/inference/models/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an inference model and its prices
         * Prices are in the currency in which the account is billed. A service tier without prices of its own is left out of `service_tier_pricing`.
         */
        get: operations["getInferenceModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the journal of a machine or a volume
         * Beta. Name exactly one of `compute_id` and `volume_id`: neither or both is 400 (a reading).
         */
        get: operations["listJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal/compute/{computeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the journal of an instance or cluster
         * Beta. With the attach and detach events of its volumes and shared storage.
         */
        get: operations["listComputeJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal/volume/{volumeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the journal of a volume
         * Beta. Without the events of machines.
         */
        get: operations["listVolumeJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit events, by cursor
         * Only for the owner of the project and members with the admin role: credentials of a developer are 403. Newest first by the time of the event; events that are written meanwhile do not shift pages already read. `cursor` is the one of the page before; the last page has none.
         *     400 when `start_date` lies more than 90 days back, or `end_date` before `start_date`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/log/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the audit events to a file
         * Only for the owner of the project and members with the admin role. All matching events are written to one file before the answer comes: a single JSON array of the same events, newest first. Each export writes a new file. The link needs no credentials and is valid for 15 minutes.
         *     400 when `start_date` lies more than 90 days back, or `end_date` before `start_date`.
         */
        post: operations["exportAuditEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/private-networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the private networks
         * The spec says that it exists, and does not show the path.
         */
        get: operations["listPrivateNetworks"];
        put?: never;
        /**
         * Create a private network
         * Neither the operation nor its body is in the spec.
         */
        post: operations["createPrivateNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/private-networks/{private_network_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a private network
         * The spec says that it exists, and does not show the path.
         */
        get: operations["getPrivateNetwork"];
        put?: never;
        post?: never;
        /**
         * Delete a private network
         * The operation is not in the spec. 409 while something uses the network.
         */
        delete: operations["deletePrivateNetwork"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/private-networks/{private_network_id}/subnets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subnets of a private network
         * The spec says that it exists, and does not show the path.
         */
        get: operations["listSubnets"];
        put?: never;
        /**
         * Create a subnet
         * The operation is not in the spec. 409 when the name is taken, the block overlaps another one's, or the instance of the default route is elsewhere.
         */
        post: operations["createSubnet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/private-networks/{private_network_id}/subnets/{subnet_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subnet
         * The spec says that it exists, and does not show the path.
         */
        get: operations["getSubnet"];
        put?: never;
        post?: never;
        /**
         * Delete a subnet
         * The operation is not in the spec. 409 while something uses the subnet.
         */
        delete: operations["deleteSubnet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/private-networks/{private_network_id}/address-mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the address mappings of a private network
         * The spec says that it exists, and does not show the path.
         */
        get: operations["listAddressMappings"];
        put?: never;
        /**
         * Create an address mapping
         * The spec shows the shape of the body, not which fields are required; nor does it show the path.
         */
        post: operations["createAddressMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/private-networks/{private_network_id}/address-mappings/{address_mapping_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an address mapping
         * The spec says that it exists, and does not show the path.
         */
        get: operations["getAddressMapping"];
        put?: never;
        post?: never;
        /**
         * Delete an address mapping
         * The operation is not in the spec.
         */
        delete: operations["deleteAddressMapping"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/private-networks/{private_network_id}/endpoint-bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the endpoint bindings of a private network
         * The spec says that it exists, and does not show the path.
         */
        get: operations["listEndpointBindings"];
        put?: never;
        /**
         * Create an endpoint binding
         * The spec shows the shape of the body, not which fields are required; nor does it show the path.
         */
        post: operations["createEndpointBinding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/private-networks/{private_network_id}/endpoint-bindings/{endpoint_binding_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an endpoint binding
         * The spec says that it exists, and does not show the path.
         */
        get: operations["getEndpointBinding"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint binding
         * The operation is not in the spec.
         */
        delete: operations["deleteEndpointBinding"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this schema
         * The machine-readable schema, OpenAPI 3.1.0. Open: needs no token.
         */
        get: operations["getSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the interactive reference
         * A page for a browser. Open: needs no token.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * The type of an error. 409 answers `conflict`, a code that is not in the spec.
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "unauthorized_request" | "insufficient_funds" | "forbidden_action" | "not_found" | "conflict" | "rate_limit_exceeded" | "server_error" | "service_unavailable";
        /** The body of every error. */
        Error: {
            code: components["schemas"]["ErrorCode"];
            /** A sentence about the error. */
            message: string;
        };
        /** One id, or several, at least one. */
        OneOrManyIds: string | string[];
        /** One id, or several; null means absent. */
        OptionalIds: string | string[] | null;
        /**
         * A currency of prices.
         * @enum {string}
         */
        Currency: "usd" | "eur";
        /**
         * How a machine is billed. Clients tolerate other values in responses.
         * @enum {string}
         */
        Contract: "LONG_TERM" | "PAY_AS_YOU_GO" | "SPOT";
        /** The CPU of a machine. */
        Cpu: {
            /** A description of the CPU. */
            description: string;
            /** The number of cores. */
            number_of_cores: number;
            /** The model of the CPU. */
            model: string;
        };
        /** The GPUs of a machine. */
        Gpu: {
            /** A description of the GPUs. */
            description: string;
            /** The number of GPUs; 0 without a GPU. */
            number_of_gpus: number;
        };
        /** The memory of a machine, or of its GPUs. */
        Memory: {
            /** A description of the memory. */
            description: string;
            /** The size in GB. */
            size_in_gigabytes: number;
        };
        /** The storage of a machine. */
        Storage: {
            /** A description of the storage. */
            description: string;
        };
        /** A tag of an instance, a volume or a cluster. */
        Tag: {
            /** The id of the tag. */
            id: string;
            /** The key, always in lower case. */
            key: string;
            /** The value; the empty string for a tag without a value. */
            value: string;
        };
        /** A tag to add. */
        TagRequest: {
            /** Stored in lower case, which has at most 63 characters too. The length is not in the spec. */
            key: string;
            /**
             * Absent or empty for a tag without a value. The length is not in the spec.
             * @default
             */
            value?: string | null;
        };
        /** At most ten tags; more are 400. */
        TagRequests: components["schemas"]["TagRequest"][] | null;
        TokenRequest: components["schemas"]["ClientCredentialsRequest"] | components["schemas"]["RefreshTokenRequest"];
        ClientCredentialsRequest: {
            /** @constant */
            grant_type: "client_credentials";
            client_id: string;
            /** Format: password */
            client_secret: string;
        };
        RefreshTokenRequest: {
            /** @constant */
            grant_type: "refresh_token";
            /** Format: password */
            refresh_token: string;
            /** Sent by some clients and not needed. */
            client_id?: string | null;
            /**
             * Sent by some clients and not needed.
             */
            client_secret?: string | null;
            /** Sent by some clients and not needed. */
            scope?: string | null;
        };
        AccessToken: {
            /** The bearer token. */
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** Seconds until the access token expires. */
            expires_in: number;
            refresh_token: string;
            /** @constant */
            scope: "cloud-api-v1";
        };
        /** The balance of a project. */
        Balance: {
            /** The remaining amount. */
            amount: number;
            /**
             * The currency of the amount, in which the account is billed.
             * @default usd
             */
            currency: components["schemas"]["Currency"];
        };
        /** An operating-system image. */
        Image: {
            /** The id of the image. */
            id: string;
            /** The name of the image, for the field `image` of an instance. */
            image_type: string;
            /** The display name. */
            name: string;
            /** Whether it is a default image. */
            is_default: boolean;
            /** Whether it is an image for clusters. */
            is_cluster: boolean;
            /**
             * The category. Values include those of the examples.
             * @example ubuntu
             * @example confidentialComputing
             * @example docker
             */
            category: string;
            /** The contents of the image, e.g. versions of drivers. */
            details: string[];
        };
        /** A location of the cloud. */
        Location: {
            /** The code, e.g. `FIN-01`, by which other requests name the location. */
            code: string;
            /** The display name. */
            name: string;
            /** The country, ISO 3166-1 alpha-2. */
            country_code: string;
        };
        /** A period of a long-term contract with its discount. */
        LongTermPeriod: {
            /** The code, by which a long-term contract names its period. */
            code: string;
            /** The display name. */
            name: string;
            /** Whether it can be chosen. */
            is_enabled: boolean;
            /**
             * The unit of its length.
             * @enum {string}
             */
            unit_name: "hour" | "day" | "week" | "month" | "year";
            /** Its length in this unit. */
            unit_value: number;
            /** The discount in percent. */
            discount_percentage: number;
        };
        /** A type of volume with its price. */
        VolumeType: {
            /** The name of the type, for the field `type` of a volume. */
            type: components["schemas"]["VolumeTypeName"];
            /** The price. */
            price: {
                /** The price of one GB for a month. */
                price_per_month_per_gb: number;
                /** The price of one GB for a second, in cents (a reading). */
                cps_per_gb: number;
                /** The currency of the prices. */
                currency: components["schemas"]["Currency"];
            };
            /** Whether several instances can share such a volume. */
            is_shared_fs: boolean;
            /** The bandwidth for a short time. The unit is not in the spec. */
            burst_bandwidth: number;
            /** The bandwidth that lasts. The unit is not in the spec. */
            continuous_bandwidth: number;
            /** The speed of the network to the storage. The unit is not in the spec. */
            internal_network_speed: number;
            /** The operations per second, as text. */
            iops: string;
            /** The throughput in GB/s. */
            throughput_gbps: number;
        };
        /** A type of instance. Prices are strings. */
        InstanceType: {
            /** The id of the type; requests take `instance_type` instead. */
            id: string;
            /** The name of the type, for the field `instance_type` of an instance. */
            instance_type: string;
            /** The display name. */
            name: string;
            /** The name as the console shows it. */
            display_name: string;
            /** A description of the type. */
            description: string;
            /** The model of the GPU, or of the CPU without a GPU. */
            model: string;
            /** The manufacturer of the model. */
            manufacturer: string;
            /** The kinds of work that the type suits best. */
            best_for: string[];
            /** The CPU. */
            cpu: components["schemas"]["Cpu"];
            /** The GPUs. */
            gpu: components["schemas"]["Gpu"];
            /** The memory of all GPUs together. */
            gpu_memory: components["schemas"]["Memory"];
            /** The main memory. */
            memory: components["schemas"]["Memory"];
            /** The storage. */
            storage: components["schemas"]["Storage"];
            /** The speed between the GPUs, as text. */
            p2p: string;
            /** The `image_type` of each image that the type supports. */
            supported_os: string[];
            /** The currency of the prices. */
            currency: components["schemas"]["Currency"];
            /** The price per hour. */
            price_per_hour: string;
            /** The price per hour of a spot instance. */
            spot_price: string;
            /** The highest dynamic price per hour. */
            max_dynamic_price: string;
            /** A warning to read before an instance of this type is deployed. */
            deploy_warning?: string;
            /** The dynamic price per hour. */
            dynamic_price?: string;
            /** The price per hour of a container. */
            serverless_price?: string;
            /** The price per hour of a spot container. */
            serverless_spot_price?: string;
        };
        /** A type of container with its prices, which are strings. */
        ContainerType: {
            /** The id of the type. */
            id: string;
            /** The model of the GPU, or of the CPU without a GPU. */
            model: string;
            /** The display name. */
            name: string;
            /** The type of instance that it corresponds to. */
            instance_type: string;
            /** The CPU. */
            cpu: components["schemas"]["Cpu"];
            /** The GPUs. */
            gpu: components["schemas"]["Gpu"];
            /** The memory of all GPUs together. */
            gpu_memory: components["schemas"]["Memory"];
            /** The main memory. */
            memory: components["schemas"]["Memory"];
            /** The price per hour of a container. */
            serverless_price: string;
            /** The price per hour of a spot container. */
            serverless_spot_price: string;
            /** The currency of the prices. */
            currency: components["schemas"]["Currency"];
            /** The manufacturer of the model. */
            manufacturer: string;
        };
        /** A type of cluster. Its price is a string. */
        ClusterType: {
            /** The id of the type; requests take `cluster_type` instead. */
            id: string;
            /** The model of the GPU. */
            model: string;
            /** The display name. */
            name: string;
            /** The name of the type, for the field `cluster_type` of a cluster. */
            cluster_type: string;
            /** The CPU. */
            cpu: components["schemas"]["Cpu"];
            /** The GPUs. */
            gpu: components["schemas"]["Gpu"];
            /** The memory of all GPUs together. */
            gpu_memory: components["schemas"]["Memory"];
            /** The main memory. */
            memory: components["schemas"]["Memory"];
            /** The price per hour. */
            price_per_hour: string;
            /** The currency of the price. */
            currency: components["schemas"]["Currency"];
            /** The manufacturer of the model. */
            manufacturer: string;
            /** Descriptions of the nodes. */
            node_details: string[];
            /** The `image_type` of each image that the type supports. */
            supported_os: string[];
        };
        /** The types that can be deployed in one location. */
        Availability: {
            /** The code of the location. */
            location_code: string;
            /** The instance types, or cluster types, that can be deployed there. */
            availabilities: string[];
        };
        /**
         * The status of a volume. Clients tolerate other values in responses.
         * @enum {string}
         */
        VolumeStatus: "ordered" | "attached" | "attaching" | "detached" | "deleted" | "cloning" | "detaching" | "deleting" | "restoring" | "created" | "exported" | "canceled" | "canceling";
        /**
         * The type of a volume. HDD can no longer be created or resized. Clients tolerate other values in responses.
         * @enum {string}
         */
        VolumeTypeName: "HDD" | "NVMe" | "HDD_Shared" | "NVMe_Shared" | "NVMe_Local_Storage" | "NVMe_Shared_Cluster" | "NVMe_OS_Cluster";
        /** A long-term contract of a volume. */
        LongTerm: {
            /**
             * When the contract ends, ISO 8601.
             */
            end_date: string;
            /** The code of a long-term period. */
            long_term_period: string;
            /** The discount in percent. */
            discount_percentage: number;
            /** Whether the contract is renewed when it ends. */
            auto_rental_extension: boolean;
            /** The price of the next period. */
            next_period_price: number;
            /** The price of this period. */
            current_period_price: number;
        };
        /** An instance as its volume shows it. */
        AttachedInstance: {
            /**
             * The id of the instance.
             */
            id: string;
            /** Whether its long-term contract is renewed when it ends. Null without such a contract. */
            auto_rental_extension: boolean | null;
            /** The public address. Null without one. */
            ip: string | null;
            /** The type, e.g. `1H100.80S.30V`. */
            instance_type: string;
            /** The status. */
            status: components["schemas"]["InstanceStatus"];
            /**
             * The id of its OS volume. Null while there is none yet.
             */
            os_volume_id: string | null;
            /** The host name. */
            hostname: string;
            /** The size of the machine. */
            instance_template: {
                /** The type, e.g. `1H100.80S.30V`. */
                instance_type: string;
                /** The number of CPU cores. */
                cpu_cores: number;
                /** The number of GPUs. */
                gpu_number: number;
                /** The memory of the GPUs in GB. */
                gpu_vram_gb: number;
                /** The main memory in GB. */
                ram_gb: number;
            };
            /** The model of the machine. */
            instance_model: {
                /** The code of the model. */
                code: string;
                /** The manufacturer. */
                manufacturer: string;
                /** The category. */
                category: string;
                /** The code of the cluster's model. Null outside of a cluster. */
                cluster_model_code: string | null;
            };
        };
        /** An active volume. */
        Volume: {
            /**
             * The id of the volume.
             */
            id: string;
            /** The name. */
            name: string;
            /** The status. */
            status: components["schemas"]["VolumeStatus"];
            /** The type of the storage. */
            type: components["schemas"]["VolumeTypeName"];
            /** The size in GB. */
            size: number;
            /** The code of a location. */
            location: string;
            /** Whether an instance boots from it. */
            is_os_volume: boolean;
            /** The id of the instance that it is attached to. Null while the volume is not attached. */
            instance_id: string | null;
            /** The instances that it is attached to. */
            instances: components["schemas"]["AttachedInstance"][];
            /** The linked keys when it is an OS volume. */
            ssh_key_ids: string[];
            /** The device. Null while the volume is not attached. */
            target: string | null;
            /** The unique identifier of the filesystem. Null where there is none. */
            pseudo_path: string | null;
            /** The command that creates the folder to mount it at. Null where there is none. */
            create_directory_command: string | null;
            /** The command that mounts it. Null where there is none. */
            mount_command: string | null;
            /** The command that makes the system mount it at each boot. Null where there is none. */
            filesystem_to_fstab_command: string | null;
            /**
             * How it is billed.
             * @example PAY_AS_YOU_GO
             * @example LONG_TERM
             */
            contract: string;
            /** The price per hour. */
            base_hourly_cost: number;
            /** The price per month. */
            monthly_price: number;
            /** The currency of the prices. */
            currency: components["schemas"]["Currency"];
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
            /** The long-term contract. Null without one. */
            long_term: components["schemas"]["LongTerm"] | null;
            /** The tags. */
            tags: components["schemas"]["Tag"][];
            /** The id of the user who created it. */
            created_by_user_id?: string;
        };
        /** A volume in the trash, or a volume that is removed permanently. */
        DeletedVolume: {
            /** The price per hour. */
            base_hourly_cost: number;
            /**
             * How it was billed.
             * @example PAY_AS_YOU_GO
             * @example LONG_TERM
             */
            contract: string;
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
            /** The currency of the prices. */
            currency: components["schemas"]["Currency"];
            /**
             * When it was deleted, ISO 8601.
             */
            deleted_at: string;
            /**
             * The id of the volume.
             */
            id: string;
            /** Null: the volume is not attached. */
            instance_id: string | null;
            /** The instances that it is attached to: none. */
            instances: components["schemas"]["AttachedInstance"][];
            /** Whether an instance booted from it. */
            is_os_volume: boolean;
            /** Whether it is deleted permanently; otherwise it can be restored from the trash. */
            is_permanently_deleted: boolean;
            /** The code of a location. */
            location: string;
            /** The price per month. */
            monthly_price: number;
            /** The name. */
            name: string;
            /** The size in GB. */
            size: number;
            /** The linked keys when it was an OS volume. */
            ssh_key_ids: string[];
            /** The status. */
            status: components["schemas"]["VolumeStatus"];
            /** The tags. */
            tags: components["schemas"]["Tag"][];
            /** Null: the volume is not attached. */
            target: string | null;
            /** The type of the storage. */
            type: components["schemas"]["VolumeTypeName"];
        };
        /** An active volume or a deleted one; `deleted_at` tells them apart. */
        AnyVolume: components["schemas"]["Volume"] | components["schemas"]["DeletedVolume"];
        /** A new volume. */
        CreateVolumeRequest: {
            /** The code of its location. There is no default. */
            location_code: string;
            /** Its name. */
            name: string;
            /** GB. */
            size: number;
            /** The type of the storage. */
            type: components["schemas"]["VolumeTypeName"];
            /** Attach it to this instance. */
            instance_id?: string | null;
            /** Attach it to these instances; several need a shared type. */
            instance_ids?: string[] | null;
            /** Its tags, at most ten. */
            tags?: components["schemas"]["TagRequests"];
        };
        /**
         * An action on a volume.
         * @enum {string}
         */
        VolumeAction: "attach" | "detach" | "delete" | "rename" | "resize" | "restore" | "cancel" | "clone" | "create" | "transfer" | "export";
        /** An action on one or several volumes. */
        VolumeActionRequest: {
            /** The action. */
            action: components["schemas"]["VolumeAction"];
            /** The ids of the volumes. */
            id: components["schemas"]["OneOrManyIds"];
            /** For an attach or a detach; the instance. */
            instance_id?: string | null;
            /** For an attach or a detach; the instances. Several need a shared type. */
            instance_ids?: string[] | null;
            /** For a delete; remove it permanently. */
            is_permanent?: boolean | null;
            /** For a clone; the location of the new volume. */
            location_code?: string | null;
            /** For a rename or a clone. */
            name?: string | null;
            /** GB, for a resize or a clone; not lower than the present size. */
            size?: number | null;
            /** For a clone; the type of the new volume. */
            type?: components["schemas"]["VolumeTypeName"] | null;
            /** For a transfer; the project that gets it. */
            project_id?: string | null;
        };
        /** The answer to a clone. Other actions have no body. */
        VolumeActionAccepted: {
            /**
             * The new volume.
             */
            id: string;
        };
        DeleteVolumeRequest: {
            /**
             * Remove it permanently.
             * @default false
             */
            is_permanent?: boolean | null;
        } | null;
        /**
         * The status of an instance. Clients tolerate other values in responses.
         * @enum {string}
         */
        InstanceStatus: "running" | "provisioning" | "offline" | "discontinued" | "unknown" | "ordered" | "notfound" | "new" | "error" | "deleting" | "validating" | "no_capacity" | "installation_failed";
        /** An instance. */
        Instance: {
            /**
             * The id of the instance.
             */
            id: string;
            /** The host name. */
            hostname: string;
            /** The description. */
            description: string;
            /** The status. */
            status: components["schemas"]["InstanceStatus"];
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
            /** The id of the user who created it. */
            created_by_user_id?: string;
            /** The public address. Null while it cannot be reached from the internet. */
            ip: string | null;
            /** The private address. Null when it is on no private network. */
            private_ip: string | null;
            /** The CPU. */
            cpu: components["schemas"]["Cpu"];
            /** The GPUs. */
            gpu: components["schemas"]["Gpu"];
            /** The memory of all GPUs together. */
            gpu_memory: components["schemas"]["Memory"];
            /** The main memory. */
            memory: components["schemas"]["Memory"];
            /** The storage. */
            storage: components["schemas"]["Storage"];
            /** The code of a location. */
            location: string;
            /** The price per hour, in the currency of the account. */
            price_per_hour: number;
            /** Whether it is a spot instance, which may be evicted. */
            is_spot: boolean;
            /** The type, e.g. `1H100.80S.30V`. */
            instance_type: string;
            /** The image it was deployed from, or the id of the OS volume it was deployed with. */
            image: string;
            /** The name of the operating system. */
            os_name: string;
            /** The id of its startup script. Null without a script. */
            startup_script_id: string | null;
            /** The ids of its SSH keys. */
            ssh_key_ids: string[];
            /** The id of the volume that it boots from. Null while there is none yet. */
            os_volume_id: string | null;
            /** The ids of the attached volumes. */
            volume_ids: string[];
            /** The token of its Jupyter server, a secret. */
            jupyter_token: string;
            /** How it is billed. */
            contract: components["schemas"]["Contract"];
            /**
             * How its price is determined.
             * @enum {string}
             */
            pricing: "DYNAMIC_PRICE" | "FIXED_PRICE";
            /** The tags. */
            tags: components["schemas"]["Tag"][];
        };
        /**
         * What happens to a volume when its spot instance is evicted: `keep_detached` keeps it, `move_to_trash` deletes it after 96 hours, in which it counts toward the storage quota, and `delete_permanently` deletes it at once.
         * @enum {string}
         */
        OnSpotDiscontinue: "keep_detached" | "move_to_trash" | "delete_permanently";
        /** What happens to the volume when its spot instance is evicted; null means absent. */
        OptionalOnSpotDiscontinue: components["schemas"]["OnSpotDiscontinue"] | null;
        /** The OS volume of a new instance, when `image` is an image type. */
        OsVolumeRequest: {
            /** Its name. Default: chosen by the service. */
            name?: string | null;
            /** GB. */
            size?: number | null;
            /**
             * What happens to it when a spot instance is evicted.
             * @default keep_detached
             */
            on_spot_discontinue?: components["schemas"]["OptionalOnSpotDiscontinue"];
        };
        /** A new volume beside the OS volume, in the location of the instance. */
        NewVolumeRequest: {
            /** Its name. */
            name: string;
            /** GB. */
            size: number;
            /** The type of the storage. */
            type: components["schemas"]["VolumeTypeName"];
            /**
             * What happens to it when a spot instance is evicted.
             * @default keep_detached
             */
            on_spot_discontinue?: components["schemas"]["OptionalOnSpotDiscontinue"];
            /** Its tags, at most ten. */
            tags?: components["schemas"]["TagRequests"];
        };
        /** `image`, `instance_type` and `location_code` are required, except with an `instance_group_id`: then the group gives them (a reading). */
        DeployInstanceRequest: {
            /** A description of its purpose. */
            description: string;
            /** The host name. */
            hostname: string;
            /** The `image_type` of an image, or the id of a detached OS volume. */
            image?: string | null;
            /** The code of an instance type, e.g. `1H100.80S.30V`. */
            instance_type?: string | null;
            /** 400 when omitted; there is no default. */
            location_code?: string | null;
            /** `SPOT` and `is_spot` imply each other; a contradiction is 400 (a reading). */
            contract?: components["schemas"]["Contract"] | null;
            /** A coupon that pays for it. */
            coupon?: string | null;
            /** The ids of detached volumes to attach. */
            existing_volumes?: string[] | null;
            /** Spot instances may be evicted at any time without warning. */
            is_spot?: boolean | null;
            /** Used when `image` is an image type. */
            os_volume?: components["schemas"]["OsVolumeRequest"] | null;
            /**
             * @deprecated
             * Deprecated: only `FIXED_PRICE` is supported.
             * @enum {string|null}
             */
            pricing?: "FIXED_PRICE" | null;
            /** The keys that can log in. */
            ssh_key_ids?: components["schemas"]["OptionalIds"];
            /** The script that runs at the first start. */
            startup_script_id?: string | null;
            /** Its tags, at most ten. */
            tags?: components["schemas"]["TagRequests"];
            /** New volumes beside the OS volume. */
            volumes?: components["schemas"]["NewVolumeRequest"][] | null;
            /** Join this instance group. */
            instance_group_id?: string | null;
            /** The code of a long-term period, with the contract `LONG_TERM`. */
            long_term_period?: string | null;
        };
        /**
         * An action on an instance.
         * @enum {string}
         */
        InstanceAction: "boot" | "discontinue" | "hibernate" | "force_shutdown" | "delete_stuck" | "start" | "shutdown" | "delete" | "configure_spot" | "transfer" | "deploy";
        /** An action on one or several instances. */
        InstanceActionRequest: {
            /** The action. */
            action: components["schemas"]["InstanceAction"];
            /** The ids of the instances. */
            id: components["schemas"]["OneOrManyIds"];
            /** For a delete; absent and empty differ. */
            volume_ids?: components["schemas"]["OptionalIds"];
            /**
             * For `delete` and `discontinue` with volume ids; remove the volumes permanently.
             * @default false
             */
            delete_permanently?: boolean | null;
            /** For `configure_spot`. */
            on_spot_discontinue?: components["schemas"]["OnSpotDiscontinue"] | null;
            /** For a transfer; the project that gets it. */
            project_id?: string | null;
        };
        /** The result of an action on one instance. */
        InstanceActionResult: {
            /** The requested action. */
            action: components["schemas"]["InstanceAction"];
            /** A UUID, or whatever id was sent. */
            instanceId: string;
            /**
             * Whether it was done.
             * @enum {string}
             */
            status: "success" | "error";
            /** The error, when it failed. */
            error?: string;
            /** The HTTP status of the error, when it failed. */
            statusCode?: number;
        };
        /**
         * The status of a cluster or of a node: those of instances. Clients tolerate other values in responses.
         * @enum {string}
         */
        ClusterStatus: "running" | "provisioning" | "offline" | "discontinued" | "unknown" | "ordered" | "notfound" | "new" | "error" | "deleting" | "validating" | "no_capacity" | "installation_failed";
        /**
         * What happens when a long-term contract ends.
         * @enum {string}
         */
        ExtensionSettings: "auto_renew" | "pay_as_you_go" | "end_contract";
        /** A node of a cluster. */
        ClusterNode: {
            /** The id of the node. */
            id: string;
            /** The host name. */
            hostname: string;
            /** The public address. Null without one. */
            public_ip: string | null;
            /** The private address. Null without one. */
            private_ip: string | null;
            /** The status. */
            status: components["schemas"]["ClusterStatus"];
        };
        /** A volume that the nodes of a cluster share. */
        ClusterSharedVolume: {
            /**
             * The id of the volume.
             */
            id: string;
            /** The name. */
            name: string;
            /** Where the nodes mount it. Null while it is not mounted. */
            mount_point: string | null;
            /** The size in GB. */
            size_in_gigabytes: number;
        };
        /** A cluster. */
        Cluster: {
            /** The id of the cluster. */
            id: string;
            /** The public address. Null while there is none yet. */
            ip: string | null;
            /** The status. */
            status: components["schemas"]["ClusterStatus"];
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
            /** The CPU. */
            cpu: components["schemas"]["Cpu"];
            /** The GPUs. */
            gpu: components["schemas"]["Gpu"];
            /** The memory of all GPUs together. */
            gpu_memory: components["schemas"]["Memory"];
            /** The main memory. */
            memory: components["schemas"]["Memory"];
            /** The host name. */
            hostname: string;
            /** The description. */
            description: string;
            /** The code of a location. */
            location: string;
            /** The price per hour, in the currency of the account. */
            price_per_hour: number;
            /** The type, e.g. `16H100`. */
            cluster_type: string;
            /** The image it was deployed from. */
            image: string;
            /** The name of the operating system. */
            os_name: string;
            /** The ids of its SSH keys. */
            ssh_key_ids: string[];
            /** How it is billed. */
            contract: components["schemas"]["Contract"];
            /** The id of its startup script. Null without a script. */
            startup_script_id: string | null;
            /** Whether a long-term contract is renewed when it ends. Null without such a contract. */
            auto_rent_extension: boolean | null;
            /** Whether a long-term contract continues as pay as you go when it ends. Null without such a contract. */
            turn_to_pay_as_you_go: boolean | null;
            /** What happens when a long-term contract ends. Null without such a contract. */
            extension_settings: components["schemas"]["ExtensionSettings"] | null;
            /** The code of its long-term period. Null without a long-term contract. */
            long_term_period: string | null;
            /** The nodes that do the work. */
            worker_nodes: components["schemas"]["ClusterNode"][];
            /** The node through which the others are reached. Clients tolerate its absence. */
            jump_host?: components["schemas"]["ClusterNode"] | null;
            /** The CPU service nodes. Clients tolerate their absence. */
            service_nodes?: components["schemas"]["ClusterNode"][];
            /** The volumes that its nodes share. */
            shared_volumes: components["schemas"]["ClusterSharedVolume"][];
            /** The tags. */
            tags: components["schemas"]["Tag"][];
        };
        /** The spec shows `location_code` only, which is required. */
        DeployClusterRequest: {
            /** The code of a cluster type, e.g. `16H100`. */
            cluster_type: string;
            /** The `image_type` of an image for clusters. */
            image: string;
            /** The host name. */
            hostname: string;
            /** A description of its purpose. */
            description: string;
            /** One id, or several; an empty array and null mean none. */
            ssh_key_ids: components["schemas"]["OptionalIds"];
            /** 400 when omitted; there is no default. */
            location_code: string;
            /** How it is billed. Default: `PAY_AS_YOU_GO`. */
            contract?: components["schemas"]["Contract"] | null;
            /** The script that runs at the first start of each node. */
            startup_script_id?: string | null;
            /** Whether the long-term contract is renewed when it ends. */
            auto_rent_extension?: boolean | null;
            /** Whether the cluster becomes pay-as-you-go when the long-term contract ends. */
            turn_to_pay_as_you_go?: boolean | null;
            /** What happens when the long-term contract ends. */
            extension_settings?: components["schemas"]["ExtensionSettings"] | null;
            /** The code of a long-term period, with the contract `LONG_TERM`. */
            long_term_period?: string | null;
            /** A new shared volume. */
            shared_volume?: {
                /** Its name. */
                name: string;
                /** GB. */
                size: number;
            } | null;
            /** Shared volumes to attach. */
            existing_volumes?: {
                /** The id of a shared volume. */
                id: string;
            }[] | null;
            /** Its tags, at most ten. */
            tags?: components["schemas"]["TagRequests"];
        };
        ClusterAccepted: {
            id: string;
        };
        ClusterActionRequest: {
            actions: {
                /** @enum {string} */
                action: "discontinue";
                id: components["schemas"]["OneOrManyIds"];
            }[];
        };
        /** An action on a node of a cluster. */
        ClusterNodeActionRequest: {
            /**
             * The action.
             * @enum {string}
             */
            action: "boot" | "shutdown" | "force_shutdown";
        };
        /** A public SSH key. */
        SshKey: {
            /**
             * The id of the key.
             */
            id: string;
            /** The name. */
            name: string;
            /** The public key. */
            key: string;
            /** The MD5 fingerprint of the public key as colon-separated hex. Null when the stored key cannot be parsed. */
            fingerprint: string | null;
            /**
             * Null for historical records without a creation event.
             */
            created_by_user_id: string | null;
        };
        /** A new SSH key. */
        CreateSshKeyRequest: {
            /** The public key. */
            key: string;
            /** Its name. */
            name: string;
        };
        DeleteSshKeysRequest: {
            /** The ids of SSH keys. */
            keys: string[];
        };
        /** A startup script. */
        StartupScript: {
            /**
             * The id of the script.
             */
            id: string;
            /** The name. */
            name: string;
            /** The text of the script. */
            script: string;
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
        };
        /** A new startup script. */
        CreateScriptRequest: {
            /** Its name. */
            name: string;
            /** The content. */
            script: string;
        };
        DeleteScriptsRequest: {
            /** The ids of startup scripts. */
            scripts: string[];
        };
        /** The settings that new members of an instance group inherit. */
        InstanceGroupTemplate: {
            /** The image of new members. Cannot be changed. */
            image: string;
            /** The OS volume of new members. Cannot be changed. */
            os_volume: {
                /** The size in GB. */
                size: number;
            };
            /** The ids of the SSH keys of new members. */
            ssh_key_ids: string[];
            /** The id of the startup script of new members. Null without a script. */
            startup_script_id: string | null;
        };
        /** An instance group with its members. */
        InstanceGroup: {
            /** The id of the group. */
            id: string;
            /** The id of the project. */
            project_id: string;
            /** The name. Unique among the live groups of the project; free again after deletion. */
            name: string;
            /** The description. Null without one. */
            description: string | null;
            /** The code of the location. Cannot be changed. */
            location_code: string;
            /** The type of the members. Cannot be changed. */
            instance_type: string;
            /** The settings that new members inherit. */
            template: components["schemas"]["InstanceGroupTemplate"];
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
            /**
             * When it was last changed, ISO 8601.
             */
            updated_at: string;
            /**
             * When it was deleted, ISO 8601. Null for a live group.
             */
            deleted_at: string | null;
            /** The members. */
            instances: {
                /**
                 * The id of the instance.
                 */
                id: string;
                /** The host name. */
                hostname: string;
                /** The status. */
                status: components["schemas"]["InstanceStatus"];
            }[];
            /** The number of instances. */
            size: number;
        };
        /** Which fields are required is not in the spec. */
        CreateInstanceGroupRequest: {
            /** Its name, unique among the live groups of the project. */
            name: string;
            /** A description of its purpose. */
            description?: string | null;
            /** The code of the location of its members. */
            location_code: string;
            /** The code of the instance type of its members. */
            instance_type: string;
            /** The template of new members. */
            template: {
                /** The `image_type` of an image. */
                image: string;
                /** The OS volume of the members. */
                os_volume?: {
                    /** GB. */
                    size: number;
                } | null;
                /** The keys that can log in. */
                ssh_key_ids?: components["schemas"]["OptionalIds"];
                /** The script that runs at the first start. */
                startup_script_id?: string | null;
            };
        };
        /** An absent field keeps its value. Unlike in other requests, null clears the description, the keys or the script (a reading). */
        UpdateInstanceGroupRequest: {
            /** Cannot be cleared. */
            name?: string;
            /** A description of its purpose; null clears it. */
            description?: string | null;
            /** The template for members that are created later. */
            template?: {
                /** The keys that can log in; null clears them. */
                ssh_key_ids?: components["schemas"]["OptionalIds"];
                /** The script that runs at the first start; null clears it. */
                startup_script_id?: string | null;
            };
        };
        /** Prices, in the currency in which the account is billed. */
        InferencePricing: {
            /** The price of input tokens. */
            input: string;
            /** The price of output tokens. */
            output: string;
            /** The price of input tokens that are read from the cache. */
            cache_read: string;
            /** The price of input tokens that are written to the cache. */
            cache_write: string;
            /** The price of an image. */
            image: string;
            /** The price of a request. */
            request: string;
        };
        /** The other fields of a model are not in the spec. */
        InferenceModel: {
            /** The code of the model. */
            code: string;
            /** The value of `model` in an inference request; usually the same as `code`. */
            endpoint_model: string;
            /** The supported tiers. */
            service_tiers: string[];
            /** The prices of each tier. A tier without prices of its own is left out. */
            service_tier_pricing: {
                /** The tier. */
                service_tier: string;
                /** The prices of the tier. */
                pricing: components["schemas"]["InferencePricing"];
            }[];
            /** The prices. */
            pricing: components["schemas"]["InferencePricing"];
        };
        /** The price of a managed inference endpoint. The spec names no operation that answers it. */
        ManagedEndpointPrice: {
            /** The resource with this price. */
            resource: string;
            /** The id of that resource. */
            external_id: string;
            /** The price of one unit. */
            unit_price: number;
            /** The unit, as text. */
            unit_name: string;
            /** The currency of the price. */
            currency: components["schemas"]["Currency"];
        };
        /** The price of the container registry. The spec names no operation that answers it. */
        ContainerRegistryPrice: {
            /** The price of one GB for a month. */
            price_per_month_per_gb: number;
            /** The currency of the price. */
            currency: components["schemas"]["Currency"];
        };
        /**
         * The subject of a journal entry. Clients tolerate other values in responses.
         * @enum {string}
         */
        JournalActionCode: "attach" | "detach" | "delete" | "rename" | "resize" | "restore" | "cancel" | "clone" | "create" | "transfer" | "start" | "shutdown" | "configure_spot" | "trash" | "provisioning" | "running" | "start:complete" | "shutdown:complete" | "delete:complete" | "attach:complete" | "detach:complete" | "trash:complete" | "installation:failed" | "validating" | "deleting" | "error";
        /** Something that happened to an instance, a cluster or a volume. */
        JournalEntry: {
            /** The id of the entry. */
            id: string;
            /** The action code. */
            action_code: components["schemas"]["JournalActionCode"];
            /**
             * Whether it happened to a machine or to a volume.
             * @enum {string}
             */
            object_type: "compute" | "volume";
            /** The id of the instance or cluster. Null for a volume alone. */
            compute_id: string | null;
            /** The id of the volume. Null for a machine alone. */
            volume_id: string | null;
            /**
             * When it happened, ISO 8601.
             */
            created_at: string;
            /** The id of the user who acted. Null when the service itself acted. */
            user_id: string | null;
            /** The user. Only with `hydrate`. */
            user?: {
                [key: string]: unknown;
            } | null;
            /** The instance. Only with `hydrate`. */
            instance?: {
                [key: string]: unknown;
            } | null;
            /** The volume. Only with `hydrate`. */
            volume?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * An action in the audit log. Clients tolerate other values in responses.
         * @enum {string}
         */
        AuditAction: "attach" | "detach" | "delete" | "rename" | "resize" | "restore" | "cancel" | "clone" | "create" | "transfer" | "start" | "shutdown" | "configure_spot" | "trash" | "provisioning" | "running" | "other" | "start_complete" | "shutdown_complete" | "delete_complete" | "attach_complete" | "detach_complete" | "trash_complete" | "authenticate" | "expire" | "accept" | "update_role" | "revoke" | "login" | "logout" | "login_failed" | "auth_mfa_enable" | "auth_mfa_disable" | "auth_mfa_challenge" | "auth_mfa_verify" | "password_reset" | "complete" | "redeem";
        /**
         * Automatic top-up charges are `auto_top_up`, no longer `topup`: `create`, `complete` and `cancel` for a charge that is created, completed or failed. Clients tolerate other values in responses.
         * @enum {string}
         */
        AuditObjectType: "compute" | "volume" | "ssh_key" | "invite" | "user" | "member" | "cloud_api_credential" | "object_storage_bucket" | "object_storage_key_pair" | "custom_image" | "startup_script" | "topup" | "coupon" | "bank_transfer" | "bank_transfer_account" | "balance" | "other" | "auto_top_up";
        /** These fields are known for the deletion of a machine; the content for other types is not in the spec. Events of internal causes carry a `discontinue_reason` and no actor. */
        AuditEventData: {
            /** How the machine was billed. */
            contract?: string | null;
            /** The host name. */
            hostname?: string | null;
            /** The type of the machine. */
            instance_type?: string | null;
            /** The code of the location. */
            location_code?: string | null;
            /** Why the service deleted the machine. Null when a user did. */
            discontinue_reason?: string | null;
            /** The address that the request came from. */
            request_ip?: string | null;
            /** Where the request was made, e.g. in the console. */
            request_origin?: string | null;
            /** The id of the user who did it. Null when the service did it. */
            actor_id?: string | null;
            /** The machine. Null when it is not about a machine. */
            compute?: {
                /** The id of the machine. */
                id: string;
                /** The host name. */
                hostname: string;
                /** The type of the machine. */
                instance_type: string;
                /** The public address. Null without one. */
                ip: string | null;
                /** The id of its OS volume. Null without one. */
                os_volume_id: string | null;
                /** The code of the location. */
                location_code: string;
                /** Whether it is a cluster. */
                is_cluster: boolean;
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** The envelope is CloudEvents 1.0, as JSON. */
        AuditEvent: {
            /**
             * The version of CloudEvents: `1.0`.
             * @constant
             */
            specversion: "1.0";
            /** The id of the event, with the prefix `log_`. */
            id: string;
            /** The project: `{base_url}/project/<project_id>`. */
            source: string;
            /** The id of the object that was acted on. */
            subject: string;
            /** The type of the event: `com.<vendor>.api.cloud.<object_type>.<action>.v1`. */
            type: string;
            /**
             * When it happened: UTC, with milliseconds.
             */
            time: string;
            /** Details of the action. */
            data: components["schemas"]["AuditEventData"];
        };
        /** A page of the audit log, newest first. */
        AuditPage: {
            /** The events of the page. */
            data: components["schemas"]["AuditEvent"][];
            /** Present only when more pages remain. */
            cursor?: string;
        };
        AuditExportRequest: {
            action?: components["schemas"]["AuditAction"] | null;
            object_type?: components["schemas"]["AuditObjectType"] | null;
            /** Events at or after this time, ISO 8601. At most 90 days ago, which is the default. */
            start_date?: string | null;
            /** Events at or before this time, ISO 8601. Not before `start_date`. */
            end_date?: string | null;
        } | null;
        /** An export of the audit log. Anybody who has its address can download it until it expires. */
        AuditExport: {
            /**
             * The address of the file, which needs no credentials.
             */
            url: string;
            /**
             * When the address expires: 15 minutes after the export.
             */
            expires_at: string;
        };
        /** A private network. */
        PrivateNetwork: {
            /** The id of the network, with the prefix `pn_`. */
            id: string;
            /** The name. */
            name: string;
            /** The mode. The allowed values are not in the spec. */
            mode: string;
            /** Whether it is the default network. */
            is_default: boolean;
            /** The id of the user who created it. */
            created_by_user_id: string;
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
        };
        /** A new private network. */
        CreatePrivateNetworkRequest: {
            /** Its name. */
            name: string;
            /** Its mode. Default: chosen by the service. */
            mode?: string | null;
        };
        /** A range of addresses of a private network, in one location. */
        Subnet: {
            /** The id of the subnet, with the prefix `sn_`. */
            id: string;
            /** The location. */
            location: components["schemas"]["Location"];
            /** The name. */
            name: string;
            /** The range of addresses, e.g. `10.0.0.0/24`. */
            cidr: string;
            /** Whether it is the default subnet of its network in its location. */
            is_default: boolean;
            /** How many addresses are in use. */
            used_ip_count: number;
            /** How many addresses there are. */
            total_ip_count: number;
            /** The instance through which the other machines of the subnet reach the internet. It is named when the subnet is created. Null without one, or once that instance is deleted (a reading). */
            default_route_instance: {
                /**
                 * The id of the instance.
                 */
                id: string;
                /** The host name. */
                hostname: string;
                /** The private address. Null without one. */
                private_ip: string | null;
                /** The public address. Null without one. */
                public_ip: string | null;
                /** The status. */
                status: components["schemas"]["InstanceStatus"];
            } | null;
            /** The id of the user who created it. */
            created_by_user_id: string;
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
        };
        /** A new subnet of a private network. */
        CreateSubnetRequest: {
            /** Its name. */
            name: string;
            /** The code of its location. */
            location_code: string;
            /** Its block of addresses, e.g. `10.0.0.0/24`. */
            cidr: string;
            /** The instance of the default route: 409 unless it is in the network and in the location of the subnet. */
            default_route_instance_id?: string | null;
        };
        /** A block of addresses of one private network, mapped to a block of another one. */
        AddressMapping: {
            /** Its id, with the prefix `am_`. */
            id: string;
            /** The service that the mapping is for. */
            service: string;
            /** The code of a location. */
            location: string;
            /** The id of the network that it belongs to. */
            source_private_network_id: string;
            /** A block of addresses of that network. */
            source_cidr: string;
            /** The id of the other network. */
            target_private_network_id: string;
            /** The block of addresses of the other network. */
            target_cidr: string;
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
        };
        /** Which fields are required is not in the spec. The source network is the one of the path when it is left out (a reading). */
        CreateAddressMappingRequest: {
            /** The service that the mapping is for. */
            service: string;
            /** The code of its location. */
            location_code: string;
            /** The id of the network that it belongs to. */
            source_private_network_id?: string | null;
            /** A block of addresses of that network. */
            source_cidr: string;
            /** The id of the other network. */
            target_private_network_id: string;
            /** The block of addresses of the other network. */
            target_cidr: string;
        };
        /** A service of an instance or a cluster, at an address of a private network. */
        EndpointBinding: {
            /** Its id, with the prefix `epb_`. */
            id: string;
            /** The id of the endpoint, with the prefix `ep_`. */
            endpoint_id: string;
            /** The service that is made available. */
            service: string;
            /** The id of the network that it belongs to. */
            source_private_network_id: string;
            /** The address of that network at which the service is available. */
            endpoint_ip: string;
            /** The kind of the target, e.g. `instance`. */
            target_kind: string;
            /** The id of the instance or cluster that runs the service. */
            target_workload_id: string;
            /** The id of the private network of the target. */
            target_private_network_id: string;
            /** The address of the target in its private network. */
            target_overlay_ip: string;
            /** The code of a location. */
            location: string;
            /**
             * When it was created, ISO 8601.
             */
            created_at: string;
        };
        /** Which fields are required is not in the spec. The source network is the one of the path when it is left out (a reading). */
        CreateEndpointBindingRequest: {
            /** The service that is made available. */
            service: string;
            /** The id of the network in which it is available. */
            source_private_network_id?: string | null;
            /** The address in that network: a free one of a subnet. */
            endpoint_ip: string;
            /** The id of the instance or cluster that runs the service. */
            target_workload_id: string;
        };
    };
    responses: {
        /** A new access token and a new refresh token. */
        AccessToken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "access_token": "my-access-token",
                 *       "token_type": "Bearer",
                 *       "expires_in": 3600,
                 *       "refresh_token": "my-refresh-token",
                 *       "scope": "cloud-api-v1"
                 *     }
                 */
                "application/json": components["schemas"]["AccessToken"];
            };
        };
        /** The balance. */
        Balance: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "amount": 5000,
                 *       "currency": "usd"
                 *     }
                 */
                "application/json": components["schemas"]["Balance"];
            };
        };
        /** The images. */
        ImageList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "c0ffee00-0002-4000-8000-000000000005",
                 *         "image_type": "ubuntu-24.04-cuda-12.8-open-docker",
                 *         "name": "Ubuntu 24.04 + CUDA 12.8 Open + Docker",
                 *         "is_default": false,
                 *         "is_cluster": false,
                 *         "category": "docker",
                 *         "details": [
                 *           "Ubuntu 24.04",
                 *           "CUDA 12.8",
                 *           "Docker"
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Image"][];
            };
        };
        /** The locations. */
        LocationList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "code": "FIN-01",
                 *         "name": "Finland 1",
                 *         "country_code": "FI"
                 *       },
                 *       {
                 *         "code": "FIN-02",
                 *         "name": "Finland 2",
                 *         "country_code": "FI"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Location"][];
            };
        };
        /** The types of volume. */
        VolumeTypeList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "type": "NVMe",
                 *         "price": {
                 *           "price_per_month_per_gb": 0.2,
                 *           "cps_per_gb": 0.0000076103500761035,
                 *           "currency": "usd"
                 *         },
                 *         "is_shared_fs": false,
                 *         "burst_bandwidth": 2000,
                 *         "continuous_bandwidth": 2000,
                 *         "internal_network_speed": 50,
                 *         "iops": "100k",
                 *         "throughput_gbps": 2
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["VolumeType"][];
            };
        };
        /** The types of instance. */
        InstanceTypeList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "c0ffee00-0001-4000-8000-000000000006",
                 *         "instance_type": "1A100.22V",
                 *         "name": "1x A100 SXM4 80GB",
                 *         "display_name": "A100 SXM4 80GB",
                 *         "description": "Dedicated A100 80GB machine",
                 *         "model": "A100 80GB",
                 *         "manufacturer": "NVIDIA",
                 *         "best_for": [
                 *           "Large model training",
                 *           "Fine-tuning"
                 *         ],
                 *         "cpu": {
                 *           "description": "22 CPU",
                 *           "number_of_cores": 22,
                 *           "model": "AMD EPYC"
                 *         },
                 *         "gpu": {
                 *           "description": "1x A100 SXM4 80GB",
                 *           "number_of_gpus": 1
                 *         },
                 *         "gpu_memory": {
                 *           "description": "80GB GPU RAM",
                 *           "size_in_gigabytes": 80
                 *         },
                 *         "memory": {
                 *           "description": "120GB RAM",
                 *           "size_in_gigabytes": 120
                 *         },
                 *         "storage": {
                 *           "description": "dynamic"
                 *         },
                 *         "p2p": "",
                 *         "supported_os": [
                 *           "ubuntu-24.04",
                 *           "ubuntu-22.04"
                 *         ],
                 *         "currency": "usd",
                 *         "price_per_hour": "1.2897",
                 *         "spot_price": "0.4514",
                 *         "max_dynamic_price": "1.9346",
                 *         "dynamic_price": "1.2897",
                 *         "serverless_price": "1.4187",
                 *         "serverless_spot_price": "0.4965"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["InstanceType"][];
            };
        };
        /** The types of instance. */
        DeprecatedInstanceTypeList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "c0ffee00-0001-4000-8000-000000000006",
                 *         "instance_type": "1A100.22V",
                 *         "name": "1x A100 SXM4 80GB",
                 *         "display_name": "A100 SXM4 80GB",
                 *         "description": "Dedicated A100 80GB machine",
                 *         "model": "A100 80GB",
                 *         "manufacturer": "NVIDIA",
                 *         "best_for": [
                 *           "Large model training",
                 *           "Fine-tuning"
                 *         ],
                 *         "cpu": {
                 *           "description": "22 CPU",
                 *           "number_of_cores": 22,
                 *           "model": "AMD EPYC"
                 *         },
                 *         "gpu": {
                 *           "description": "1x A100 SXM4 80GB",
                 *           "number_of_gpus": 1
                 *         },
                 *         "gpu_memory": {
                 *           "description": "80GB GPU RAM",
                 *           "size_in_gigabytes": 80
                 *         },
                 *         "memory": {
                 *           "description": "120GB RAM",
                 *           "size_in_gigabytes": 120
                 *         },
                 *         "storage": {
                 *           "description": "dynamic"
                 *         },
                 *         "p2p": "",
                 *         "supported_os": [
                 *           "ubuntu-24.04",
                 *           "ubuntu-22.04"
                 *         ],
                 *         "currency": "usd",
                 *         "price_per_hour": "1.2897",
                 *         "spot_price": "0.4514",
                 *         "max_dynamic_price": "1.9346",
                 *         "dynamic_price": "1.2897",
                 *         "serverless_price": "1.4187",
                 *         "serverless_spot_price": "0.4965"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["InstanceType"][];
            };
        };
        /** The types of container. */
        ContainerTypeList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "c0ffee00-0005-4000-8000-000000000006",
                 *         "model": "A100 80GB",
                 *         "name": "1x A100 SXM4 80GB",
                 *         "instance_type": "1A100.22V",
                 *         "cpu": {
                 *           "description": "22 CPU",
                 *           "number_of_cores": 22,
                 *           "model": "AMD EPYC"
                 *         },
                 *         "gpu": {
                 *           "description": "1x A100 SXM4 80GB",
                 *           "number_of_gpus": 1
                 *         },
                 *         "gpu_memory": {
                 *           "description": "80GB GPU RAM",
                 *           "size_in_gigabytes": 80
                 *         },
                 *         "memory": {
                 *           "description": "120GB RAM",
                 *           "size_in_gigabytes": 120
                 *         },
                 *         "serverless_price": "1.4187",
                 *         "serverless_spot_price": "0.4965",
                 *         "currency": "usd",
                 *         "manufacturer": "NVIDIA"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ContainerType"][];
            };
        };
        /** The types of cluster. */
        ClusterTypeList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "c0ffee00-0004-4000-8000-000000000001",
                 *         "model": "H100",
                 *         "name": "16x H100 SXM5 80GB",
                 *         "cluster_type": "16H100",
                 *         "cpu": {
                 *           "description": "352 CPU",
                 *           "number_of_cores": 352,
                 *           "model": "AMD EPYC"
                 *         },
                 *         "gpu": {
                 *           "description": "16x H100 SXM5 80GB",
                 *           "number_of_gpus": 16
                 *         },
                 *         "gpu_memory": {
                 *           "description": "1280GB GPU RAM",
                 *           "size_in_gigabytes": 1280
                 *         },
                 *         "memory": {
                 *           "description": "2960GB RAM",
                 *           "size_in_gigabytes": 2960
                 *         },
                 *         "price_per_hour": "38.4502",
                 *         "currency": "usd",
                 *         "manufacturer": "NVIDIA",
                 *         "node_details": [
                 *           "2 workers of 8 GPUs, 176 CPU and 1480 GB RAM",
                 *           "1 jump host",
                 *           "1 CPU service node"
                 *         ],
                 *         "supported_os": [
                 *           "ubuntu-24.04-cuda-12.8-cluster",
                 *           "ubuntu-22.04-cuda-12.4-cluster"
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ClusterType"][];
            };
        };
        /** The long-term contract periods. */
        LongTermPeriodList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "code": "1_MONTH",
                 *         "name": "1 month",
                 *         "is_enabled": true,
                 *         "unit_name": "month",
                 *         "unit_value": 1,
                 *         "discount_percentage": 2
                 *       },
                 *       {
                 *         "code": "3_MONTHS",
                 *         "name": "3 months",
                 *         "is_enabled": true,
                 *         "unit_name": "month",
                 *         "unit_value": 3,
                 *         "discount_percentage": 5
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["LongTermPeriod"][];
            };
        };
        /** An empty array: the API no longer keeps a history of prices. */
        PriceHistory: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /** @example [] */
                "application/json": unknown[];
            };
        };
        /** The types that can be deployed, by location. */
        AvailabilityList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "location_code": "FIN-01",
                 *         "availabilities": [
                 *           "1V100.6V",
                 *           "2V100.10V",
                 *           "4V100.20V"
                 *         ]
                 *       },
                 *       {
                 *         "location_code": "FIN-02",
                 *         "availabilities": [
                 *           "1V100.6V",
                 *           "2V100.10V",
                 *           "1A100.40S.22V"
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Availability"][];
            };
        };
        /** The types that can be deployed, by location. The exact shape of a record is not in the spec. */
        ClusterAvailabilityList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "location_code": "FIN-01",
                 *         "availabilities": [
                 *           "16H100"
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Availability"][];
            };
        };
        /** Whether it can be deployed. */
        Available: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /** @example true */
                "application/json": boolean;
            };
        };
        /** Whether it can be deployed. */
        DeprecatedAvailable: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /** @example true */
                "application/json": boolean;
            };
        };
        /** The volumes. Deleted ones only with `status=deleted`. */
        VolumeList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "c7e15b3f-8d42-4069-a9e6-1f0b7d5c3a82",
                 *         "name": "trainer-1-os",
                 *         "status": "attached",
                 *         "type": "NVMe",
                 *         "size": 100,
                 *         "location": "FIN-01",
                 *         "is_os_volume": true,
                 *         "instance_id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *         "instances": [
                 *           {
                 *             "id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *             "auto_rental_extension": null,
                 *             "ip": "198.19.234.132",
                 *             "instance_type": "1A100.22V",
                 *             "status": "offline",
                 *             "os_volume_id": "c7e15b3f-8d42-4069-a9e6-1f0b7d5c3a82",
                 *             "hostname": "trainer-1",
                 *             "instance_template": {
                 *               "instance_type": "1A100.22V",
                 *               "cpu_cores": 22,
                 *               "gpu_number": 1,
                 *               "gpu_vram_gb": 80,
                 *               "ram_gb": 120
                 *             },
                 *             "instance_model": {
                 *               "code": "A100 80GB",
                 *               "manufacturer": "NVIDIA",
                 *               "category": "gpu",
                 *               "cluster_model_code": null
                 *             }
                 *           }
                 *         ],
                 *         "ssh_key_ids": [
                 *           "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *         ],
                 *         "target": "vda",
                 *         "contract": "PAY_AS_YOU_GO",
                 *         "base_hourly_cost": 0.02739726,
                 *         "monthly_price": 20,
                 *         "currency": "usd",
                 *         "created_at": "2026-03-02T15:40:00.000Z",
                 *         "tags": [],
                 *         "pseudo_path": null,
                 *         "create_directory_command": null,
                 *         "mount_command": null,
                 *         "filesystem_to_fstab_command": null,
                 *         "long_term": null,
                 *         "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["AnyVolume"][];
            };
        };
        /** The volumes in the trash. */
        TrashList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93",
                 *         "name": "datasets-2026",
                 *         "status": "deleted",
                 *         "type": "NVMe",
                 *         "size": 600,
                 *         "location": "FIN-01",
                 *         "is_os_volume": false,
                 *         "instance_id": null,
                 *         "instances": [],
                 *         "ssh_key_ids": [],
                 *         "target": null,
                 *         "contract": "PAY_AS_YOU_GO",
                 *         "base_hourly_cost": 0.16438356,
                 *         "monthly_price": 120,
                 *         "currency": "usd",
                 *         "created_at": "2026-03-02T17:00:00.000Z",
                 *         "tags": [
                 *           {
                 *             "id": "tag_a467ce77229a139d45d6fd89",
                 *             "key": "team",
                 *             "value": "vision"
                 *           }
                 *         ],
                 *         "deleted_at": "2026-03-02T18:50:05.000Z",
                 *         "is_permanently_deleted": false
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["DeletedVolume"][];
            };
        };
        /** The volume, active or deleted. */
        Volume: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93",
                 *       "name": "datasets",
                 *       "status": "detached",
                 *       "type": "NVMe",
                 *       "size": 500,
                 *       "location": "FIN-01",
                 *       "is_os_volume": false,
                 *       "instance_id": null,
                 *       "instances": [],
                 *       "ssh_key_ids": [],
                 *       "target": null,
                 *       "contract": "PAY_AS_YOU_GO",
                 *       "base_hourly_cost": 0.1369863,
                 *       "monthly_price": 100,
                 *       "currency": "usd",
                 *       "created_at": "2026-03-02T17:00:00.000Z",
                 *       "tags": [
                 *         {
                 *           "id": "tag_a467ce77229a139d45d6fd89",
                 *           "key": "team",
                 *           "value": "vision"
                 *         }
                 *       ],
                 *       "pseudo_path": "datasets-980009e5",
                 *       "create_directory_command": "mkdir -p /mnt/datasets-980009e5",
                 *       "mount_command": "mount -t ext4 /dev/disk/by-id/virtio-980009e5-28b4-4874-8 /mnt/datasets-980009e5",
                 *       "filesystem_to_fstab_command": "grep -qxF '/dev/disk/by-id/virtio-980009e5-28b4-4874-8 /mnt/datasets-980009e5 ext4 defaults 0 0' /etc/fstab || echo '/dev/disk/by-id/virtio-980009e5-28b4-4874-8 /mnt/datasets-980009e5 ext4 defaults 0 0' | sudo tee -a /etc/fstab",
                 *       "long_term": null,
                 *       "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d"
                 *     }
                 */
                "application/json": components["schemas"]["AnyVolume"];
            };
        };
        /** Accepted. Only a clone has a body: the id of the new volume. */
        VolumeActionAccepted: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "b1d7e4a9-2c36-4e58-a0f3-9d6c8b5e1724"
                 *     }
                 */
                "application/json": components["schemas"]["VolumeActionAccepted"];
            };
        };
        /** Nothing to do: already deleted. */
        AlreadyDeleted: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** Nothing to do: the instance is already in the state that was asked for. */
        AlreadySatisfied: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** Accepted: the id of the new volume, as a JSON string. */
        VolumeAccepted: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /** @example 3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93 */
                "application/json": string;
            };
        };
        /** Accepted: the id of the new instance, as a JSON string. */
        InstanceAccepted: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /** @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18 */
                "application/json": string;
            };
        };
        /** Created: the id of the new key, as a JSON string. */
        SshKeyCreated: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /** @example 5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02 */
                "application/json": string;
            };
        };
        /** Created: the id of the new script, as a JSON string. */
        ScriptCreated: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /** @example e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43 */
                "application/json": string;
            };
        };
        /** Accepted; the status of the resource changes afterwards. */
        Accepted: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** Deleted. */
        Deleted: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** Done; there is no body. */
        NoContent: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** The new tag. */
        TagCreated: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "tag_0d9c4b7a1e6f5832947ab5c1",
                 *       "key": "owner",
                 *       "value": "ada"
                 *     }
                 */
                "application/json": components["schemas"]["Tag"];
            };
        };
        /** The instances. */
        InstanceList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *         "hostname": "trainer-1",
                 *         "description": "Trains the segmentation model",
                 *         "status": "running",
                 *         "created_at": "2026-03-02T15:40:00.000Z",
                 *         "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *         "ip": "198.19.234.132",
                 *         "private_ip": "10.0.0.4",
                 *         "cpu": {
                 *           "description": "22 CPU",
                 *           "number_of_cores": 22,
                 *           "model": "AMD EPYC"
                 *         },
                 *         "gpu": {
                 *           "description": "1x A100 SXM4 80GB",
                 *           "number_of_gpus": 1
                 *         },
                 *         "gpu_memory": {
                 *           "description": "80GB GPU RAM",
                 *           "size_in_gigabytes": 80
                 *         },
                 *         "memory": {
                 *           "description": "120GB RAM",
                 *           "size_in_gigabytes": 120
                 *         },
                 *         "storage": {
                 *           "description": "100GB NVMe"
                 *         },
                 *         "location": "FIN-01",
                 *         "price_per_hour": 1.2897,
                 *         "is_spot": false,
                 *         "instance_type": "1A100.22V",
                 *         "image": "ubuntu-24.04-cuda-12.8-open-docker",
                 *         "os_name": "Ubuntu 24.04 + CUDA 12.8 Open + Docker",
                 *         "startup_script_id": "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43",
                 *         "ssh_key_ids": [
                 *           "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *         ],
                 *         "os_volume_id": "c7e15b3f-8d42-4069-a9e6-1f0b7d5c3a82",
                 *         "volume_ids": [
                 *           "3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93"
                 *         ],
                 *         "jupyter_token": "my-jupyter-token",
                 *         "contract": "PAY_AS_YOU_GO",
                 *         "pricing": "FIXED_PRICE",
                 *         "tags": [
                 *           {
                 *             "id": "tag_ec8f0cd241edcc5de43cdf5b",
                 *             "key": "team",
                 *             "value": "vision"
                 *           }
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Instance"][];
            };
        };
        /** The instance. */
        Instance: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *       "hostname": "trainer-1",
                 *       "description": "Trains the segmentation model",
                 *       "status": "running",
                 *       "created_at": "2026-03-02T15:40:00.000Z",
                 *       "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *       "ip": "198.19.234.132",
                 *       "private_ip": "10.0.0.4",
                 *       "cpu": {
                 *         "description": "22 CPU",
                 *         "number_of_cores": 22,
                 *         "model": "AMD EPYC"
                 *       },
                 *       "gpu": {
                 *         "description": "1x A100 SXM4 80GB",
                 *         "number_of_gpus": 1
                 *       },
                 *       "gpu_memory": {
                 *         "description": "80GB GPU RAM",
                 *         "size_in_gigabytes": 80
                 *       },
                 *       "memory": {
                 *         "description": "120GB RAM",
                 *         "size_in_gigabytes": 120
                 *       },
                 *       "storage": {
                 *         "description": "100GB NVMe"
                 *       },
                 *       "location": "FIN-01",
                 *       "price_per_hour": 1.2897,
                 *       "is_spot": false,
                 *       "instance_type": "1A100.22V",
                 *       "image": "ubuntu-24.04-cuda-12.8-open-docker",
                 *       "os_name": "Ubuntu 24.04 + CUDA 12.8 Open + Docker",
                 *       "startup_script_id": "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43",
                 *       "ssh_key_ids": [
                 *         "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *       ],
                 *       "os_volume_id": "c7e15b3f-8d42-4069-a9e6-1f0b7d5c3a82",
                 *       "volume_ids": [],
                 *       "jupyter_token": "my-jupyter-token",
                 *       "contract": "PAY_AS_YOU_GO",
                 *       "pricing": "FIXED_PRICE",
                 *       "tags": [
                 *         {
                 *           "id": "tag_ec8f0cd241edcc5de43cdf5b",
                 *           "key": "team",
                 *           "value": "vision"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Instance"];
            };
        };
        /** All actions succeeded: one result for each. */
        InstanceActionResults: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "action": "shutdown",
                 *         "instanceId": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *         "status": "success"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["InstanceActionResult"][];
            };
        };
        /** All actions succeeded: one result for each. The spec does not show this body. */
        DeprecatedInstanceActionResults: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "action": "shutdown",
                 *         "instanceId": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *         "status": "success"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["InstanceActionResult"][];
            };
        };
        /** Some actions failed: one result for each. */
        InstanceActionPartialResults: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "action": "shutdown",
                 *         "instanceId": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *         "status": "success"
                 *       },
                 *       {
                 *         "action": "shutdown",
                 *         "instanceId": "a0c4e2d8-5b67-4f19-8e3a-7d1c9f6b2045",
                 *         "status": "error",
                 *         "error": "There is no instance \"a0c4e2d8-5b67-4f19-8e3a-7d1c9f6b2045\" in this project.",
                 *         "statusCode": 404
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["InstanceActionResult"][];
            };
        };
        /** The clusters. */
        ClusterList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64",
                 *         "ip": "198.18.49.114",
                 *         "status": "running",
                 *         "created_at": "2026-03-02T19:30:00.000Z",
                 *         "cpu": {
                 *           "description": "352 CPU",
                 *           "number_of_cores": 352,
                 *           "model": "AMD EPYC"
                 *         },
                 *         "gpu": {
                 *           "description": "16x H100 SXM5 80GB",
                 *           "number_of_gpus": 16
                 *         },
                 *         "gpu_memory": {
                 *           "description": "1280GB GPU RAM",
                 *           "size_in_gigabytes": 1280
                 *         },
                 *         "memory": {
                 *           "description": "2960GB RAM",
                 *           "size_in_gigabytes": 2960
                 *         },
                 *         "hostname": "pretraining",
                 *         "description": "Pre-trains the language model",
                 *         "location": "FIN-01",
                 *         "price_per_hour": 38.4502,
                 *         "cluster_type": "16H100",
                 *         "image": "ubuntu-24.04-cuda-12.8-cluster",
                 *         "os_name": "Ubuntu 24.04 + CUDA 12.8 for clusters",
                 *         "ssh_key_ids": [
                 *           "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *         ],
                 *         "contract": "PAY_AS_YOU_GO",
                 *         "startup_script_id": null,
                 *         "auto_rent_extension": null,
                 *         "turn_to_pay_as_you_go": null,
                 *         "extension_settings": null,
                 *         "long_term_period": null,
                 *         "worker_nodes": [
                 *           {
                 *             "id": "6fc9aa7d-5acf-4a47-9c51-7f98f51399b2",
                 *             "hostname": "pretraining-worker-1",
                 *             "public_ip": null,
                 *             "private_ip": "10.0.0.6",
                 *             "status": "running"
                 *           },
                 *           {
                 *             "id": "706fb55f-e56c-4941-b675-c9b65d1c9113",
                 *             "hostname": "pretraining-worker-2",
                 *             "public_ip": null,
                 *             "private_ip": "10.0.0.7",
                 *             "status": "running"
                 *           }
                 *         ],
                 *         "jump_host": {
                 *           "id": "aa4d13e6-5493-439a-8750-b431500bc755",
                 *           "hostname": "pretraining-jump-host",
                 *           "public_ip": "198.18.49.114",
                 *           "private_ip": "10.0.0.5",
                 *           "status": "running"
                 *         },
                 *         "service_nodes": [
                 *           {
                 *             "id": "81b91ffb-f152-438c-9f10-94042aae64ca",
                 *             "hostname": "pretraining-service-1",
                 *             "public_ip": null,
                 *             "private_ip": "10.0.0.8",
                 *             "status": "running"
                 *           }
                 *         ],
                 *         "shared_volumes": [
                 *           {
                 *             "id": "93272d26-5b28-4dfe-a70f-6754b44a8c9f",
                 *             "name": "checkpoints",
                 *             "mount_point": "/mnt/checkpoints",
                 *             "size_in_gigabytes": 2000
                 *           }
                 *         ],
                 *         "tags": [
                 *           {
                 *             "id": "tag_ef59aa4d4c151b302d482ff1",
                 *             "key": "team",
                 *             "value": "language"
                 *           }
                 *         ]
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Cluster"][];
            };
        };
        /** The cluster. */
        Cluster: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64",
                 *       "ip": "198.18.49.114",
                 *       "status": "running",
                 *       "created_at": "2026-03-02T19:30:00.000Z",
                 *       "cpu": {
                 *         "description": "352 CPU",
                 *         "number_of_cores": 352,
                 *         "model": "AMD EPYC"
                 *       },
                 *       "gpu": {
                 *         "description": "16x H100 SXM5 80GB",
                 *         "number_of_gpus": 16
                 *       },
                 *       "gpu_memory": {
                 *         "description": "1280GB GPU RAM",
                 *         "size_in_gigabytes": 1280
                 *       },
                 *       "memory": {
                 *         "description": "2960GB RAM",
                 *         "size_in_gigabytes": 2960
                 *       },
                 *       "hostname": "pretraining",
                 *       "description": "Pre-trains the language model",
                 *       "location": "FIN-01",
                 *       "price_per_hour": 38.4502,
                 *       "cluster_type": "16H100",
                 *       "image": "ubuntu-24.04-cuda-12.8-cluster",
                 *       "os_name": "Ubuntu 24.04 + CUDA 12.8 for clusters",
                 *       "ssh_key_ids": [
                 *         "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *       ],
                 *       "contract": "PAY_AS_YOU_GO",
                 *       "startup_script_id": null,
                 *       "auto_rent_extension": null,
                 *       "turn_to_pay_as_you_go": null,
                 *       "extension_settings": null,
                 *       "long_term_period": null,
                 *       "worker_nodes": [
                 *         {
                 *           "id": "4e7b9d20-a16c-4f83-95d7-c3082e6f1ba9",
                 *           "hostname": "pretraining-worker-1",
                 *           "public_ip": null,
                 *           "private_ip": "10.0.0.6",
                 *           "status": "running"
                 *         },
                 *         {
                 *           "id": "706fb55f-e56c-4941-b675-c9b65d1c9113",
                 *           "hostname": "pretraining-worker-2",
                 *           "public_ip": null,
                 *           "private_ip": "10.0.0.7",
                 *           "status": "running"
                 *         }
                 *       ],
                 *       "jump_host": {
                 *         "id": "aa4d13e6-5493-439a-8750-b431500bc755",
                 *         "hostname": "pretraining-jump-host",
                 *         "public_ip": "198.18.49.114",
                 *         "private_ip": "10.0.0.5",
                 *         "status": "running"
                 *       },
                 *       "service_nodes": [
                 *         {
                 *           "id": "81b91ffb-f152-438c-9f10-94042aae64ca",
                 *           "hostname": "pretraining-service-1",
                 *           "public_ip": null,
                 *           "private_ip": "10.0.0.8",
                 *           "status": "running"
                 *         }
                 *       ],
                 *       "shared_volumes": [
                 *         {
                 *           "id": "93272d26-5b28-4dfe-a70f-6754b44a8c9f",
                 *           "name": "checkpoints",
                 *           "mount_point": "/mnt/checkpoints",
                 *           "size_in_gigabytes": 2000
                 *         }
                 *       ],
                 *       "tags": [
                 *         {
                 *           "id": "tag_ef59aa4d4c151b302d482ff1",
                 *           "key": "team",
                 *           "value": "language"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Cluster"];
            };
        };
        /** Accepted: the id of the new cluster. */
        ClusterAccepted: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64"
                 *     }
                 */
                "application/json": components["schemas"]["ClusterAccepted"];
            };
        };
        /** The SSH keys. */
        SshKeyList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02",
                 *         "name": "laptop",
                 *         "key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ada@example.com",
                 *         "fingerprint": "65:96:2d:fc:e8:d5:a9:11:64:0c:0f:ea:00:6e:5b:bd",
                 *         "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["SshKey"][];
            };
        };
        /** The SSH key. */
        SshKey: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02",
                 *       "name": "laptop",
                 *       "key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ada@example.com",
                 *       "fingerprint": "65:96:2d:fc:e8:d5:a9:11:64:0c:0f:ea:00:6e:5b:bd",
                 *       "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d"
                 *     }
                 */
                "application/json": components["schemas"]["SshKey"];
            };
        };
        /** A page of startup scripts. */
        ScriptList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Page": components["headers"]["Page"];
                "X-Page-Size": components["headers"]["PageSize"];
                "X-Total-Count": components["headers"]["TotalCount"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43",
                 *         "name": "docker",
                 *         "script": "#!/bin/sh\napt-get update && apt-get install --yes docker.io\n",
                 *         "created_at": "2026-03-02T14:00:00.000Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["StartupScript"][];
            };
        };
        /** The startup script. */
        Script: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43",
                 *       "name": "docker",
                 *       "script": "#!/bin/sh\napt-get update && apt-get install --yes docker.io\n",
                 *       "created_at": "2026-03-02T14:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["StartupScript"];
            };
        };
        /** The live instance groups, the oldest first. */
        InstanceGroupList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "97d3a5c0-6e1b-4f82-8c4d-2b0a9e7f5d16",
                 *         "project_id": "7a3c9e51-d8b2-4f60-91ac-5e2d7b0f8364",
                 *         "name": "trainers",
                 *         "description": "The machines of the vision team",
                 *         "location_code": "FIN-01",
                 *         "instance_type": "1A100.22V",
                 *         "template": {
                 *           "image": "ubuntu-24.04-cuda-12.8-open-docker",
                 *           "os_volume": {
                 *             "size": 100
                 *           },
                 *           "ssh_key_ids": [
                 *             "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *           ],
                 *           "startup_script_id": "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43"
                 *         },
                 *         "created_at": "2026-03-02T14:30:00.000Z",
                 *         "updated_at": "2026-03-02T14:30:00.000Z",
                 *         "deleted_at": null,
                 *         "instances": [
                 *           {
                 *             "id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *             "hostname": "trainer-2",
                 *             "status": "running"
                 *           }
                 *         ],
                 *         "size": 1
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["InstanceGroup"][];
            };
        };
        /** The instance group. */
        InstanceGroup: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "97d3a5c0-6e1b-4f82-8c4d-2b0a9e7f5d16",
                 *       "project_id": "7a3c9e51-d8b2-4f60-91ac-5e2d7b0f8364",
                 *       "name": "trainers",
                 *       "description": "The machines of the vision team",
                 *       "location_code": "FIN-01",
                 *       "instance_type": "1A100.22V",
                 *       "template": {
                 *         "image": "ubuntu-24.04-cuda-12.8-open-docker",
                 *         "os_volume": {
                 *           "size": 100
                 *         },
                 *         "ssh_key_ids": [
                 *           "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *         ],
                 *         "startup_script_id": "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43"
                 *       },
                 *       "created_at": "2026-03-02T14:30:00.000Z",
                 *       "updated_at": "2026-03-02T14:30:00.000Z",
                 *       "deleted_at": null,
                 *       "instances": [
                 *         {
                 *           "id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *           "hostname": "trainer-2",
                 *           "status": "running"
                 *         }
                 *       ],
                 *       "size": 1
                 *     }
                 */
                "application/json": components["schemas"]["InstanceGroup"];
            };
        };
        /** The new instance group. */
        InstanceGroupCreated: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "97d3a5c0-6e1b-4f82-8c4d-2b0a9e7f5d16",
                 *       "project_id": "7a3c9e51-d8b2-4f60-91ac-5e2d7b0f8364",
                 *       "name": "trainers",
                 *       "description": "The machines of the vision team",
                 *       "location_code": "FIN-01",
                 *       "instance_type": "1A100.22V",
                 *       "template": {
                 *         "image": "ubuntu-24.04-cuda-12.8-open-docker",
                 *         "os_volume": {
                 *           "size": 100
                 *         },
                 *         "ssh_key_ids": [
                 *           "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *         ],
                 *         "startup_script_id": "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43"
                 *       },
                 *       "created_at": "2026-03-02T14:30:00.000Z",
                 *       "updated_at": "2026-03-02T14:30:00.000Z",
                 *       "deleted_at": null,
                 *       "instances": [],
                 *       "size": 0
                 *     }
                 */
                "application/json": components["schemas"]["InstanceGroup"];
            };
        };
        /** The inference models. */
        InferenceModelList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "code": "llama-3.3-70b-instruct",
                 *         "endpoint_model": "llama-3.3-70b-instruct",
                 *         "service_tiers": [
                 *           "default",
                 *           "flex",
                 *           "priority"
                 *         ],
                 *         "service_tier_pricing": [
                 *           {
                 *             "service_tier": "flex",
                 *             "pricing": {
                 *               "input": "0.3",
                 *               "output": "0.3",
                 *               "cache_read": "0.03",
                 *               "cache_write": "0.3",
                 *               "image": "0",
                 *               "request": "0"
                 *             }
                 *           },
                 *           {
                 *             "service_tier": "priority",
                 *             "pricing": {
                 *               "input": "1.2",
                 *               "output": "1.2",
                 *               "cache_read": "0.12",
                 *               "cache_write": "1.2",
                 *               "image": "0",
                 *               "request": "0"
                 *             }
                 *           }
                 *         ],
                 *         "pricing": {
                 *           "input": "0.6",
                 *           "output": "0.6",
                 *           "cache_read": "0.06",
                 *           "cache_write": "0.6",
                 *           "image": "0",
                 *           "request": "0"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["InferenceModel"][];
            };
        };
        /** The inference model. */
        InferenceModel: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "llama-3.3-70b-instruct",
                 *       "endpoint_model": "llama-3.3-70b-instruct",
                 *       "service_tiers": [
                 *         "default",
                 *         "flex",
                 *         "priority"
                 *       ],
                 *       "service_tier_pricing": [
                 *         {
                 *           "service_tier": "flex",
                 *           "pricing": {
                 *             "input": "0.3",
                 *             "output": "0.3",
                 *             "cache_read": "0.03",
                 *             "cache_write": "0.3",
                 *             "image": "0",
                 *             "request": "0"
                 *           }
                 *         },
                 *         {
                 *           "service_tier": "priority",
                 *           "pricing": {
                 *             "input": "1.2",
                 *             "output": "1.2",
                 *             "cache_read": "0.12",
                 *             "cache_write": "1.2",
                 *             "image": "0",
                 *             "request": "0"
                 *           }
                 *         }
                 *       ],
                 *       "pricing": {
                 *         "input": "0.6",
                 *         "output": "0.6",
                 *         "cache_read": "0.06",
                 *         "cache_write": "0.6",
                 *         "image": "0",
                 *         "request": "0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InferenceModel"];
            };
        };
        /** A page of journal entries. */
        JournalList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Page": components["headers"]["Page"];
                "X-Page-Size": components["headers"]["PageSize"];
                "X-Total-Count": components["headers"]["TotalCount"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "log_270ce7330f8ccc11afe9842f",
                 *         "action_code": "detach:complete",
                 *         "object_type": "volume",
                 *         "compute_id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *         "volume_id": "3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93",
                 *         "created_at": "2026-03-02T18:40:05.000Z",
                 *         "user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d"
                 *       },
                 *       {
                 *         "id": "log_258843b82a6fced70090c714",
                 *         "action_code": "detach",
                 *         "object_type": "volume",
                 *         "compute_id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *         "volume_id": "3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93",
                 *         "created_at": "2026-03-02T18:40:00.000Z",
                 *         "user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["JournalEntry"][];
            };
        };
        /** A page of audit events. */
        AuditPage: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "specversion": "1.0",
                 *           "id": "log_f6734b62b6a713047c529219",
                 *           "source": "https://api.example.com/project/7a3c9e51-d8b2-4f60-91ac-5e2d7b0f8364",
                 *           "subject": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *           "type": "com.cloudcompute.api.cloud.compute.delete.v1",
                 *           "time": "2026-03-03T00:40:00.000Z",
                 *           "data": {
                 *             "contract": "PAY_AS_YOU_GO",
                 *             "hostname": "trainer-1",
                 *             "instance_type": "1A100.22V",
                 *             "location_code": "FIN-01",
                 *             "discontinue_reason": null,
                 *             "request_ip": "203.0.113.7",
                 *             "request_origin": "curl/8.5.0",
                 *             "actor_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *             "compute": {
                 *               "id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *               "hostname": "trainer-1",
                 *               "instance_type": "1A100.22V",
                 *               "location_code": "FIN-01",
                 *               "ip": "198.18.250.77",
                 *               "os_volume_id": "c7e15b3f-8d42-4069-a9e6-1f0b7d5c3a82",
                 *               "is_cluster": false
                 *             }
                 *           }
                 *         }
                 *       ],
                 *       "cursor": "MTc3MjQ5MTgwMDAwMCBsb2dfY2YwMmEwOWU0ZDkwODUxNWYyYWE1YjJk"
                 *     }
                 */
                "application/json": components["schemas"]["AuditPage"];
            };
        };
        /** The address of the file, and when it expires. */
        AuditExport: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "url": "https://api.example.com/exports/audit/kolwjJmCyIa2EpI4R7iBmaztYa_HH0LP-n3QAVIbofs.json",
                 *       "expires_at": "2026-03-03T01:05:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["AuditExport"];
            };
        };
        /** The private networks. */
        PrivateNetworkList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *         "name": "lab",
                 *         "mode": "routed",
                 *         "is_default": false,
                 *         "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *         "created_at": "2026-03-02T20:40:00.000Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["PrivateNetwork"][];
            };
        };
        /** The private network. */
        PrivateNetwork: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *       "name": "lab",
                 *       "mode": "routed",
                 *       "is_default": false,
                 *       "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *       "created_at": "2026-03-02T20:40:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["PrivateNetwork"];
            };
        };
        /** The new private network. */
        PrivateNetworkCreated: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *       "name": "lab",
                 *       "mode": "routed",
                 *       "is_default": false,
                 *       "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *       "created_at": "2026-03-02T20:40:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["PrivateNetwork"];
            };
        };
        /** The subnets. */
        SubnetList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "sn_91e4d7b0c35a2f68d4b91c07",
                 *         "location": {
                 *           "code": "FIN-01",
                 *           "name": "Finland 1",
                 *           "country_code": "FI"
                 *         },
                 *         "name": "lab-fin-01",
                 *         "cidr": "192.168.0.0/24",
                 *         "is_default": false,
                 *         "used_ip_count": 0,
                 *         "total_ip_count": 253,
                 *         "default_route_instance": null,
                 *         "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *         "created_at": "2026-03-02T21:10:00.000Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Subnet"][];
            };
        };
        /** The subnet. */
        Subnet: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "sn_91e4d7b0c35a2f68d4b91c07",
                 *       "location": {
                 *         "code": "FIN-01",
                 *         "name": "Finland 1",
                 *         "country_code": "FI"
                 *       },
                 *       "name": "lab-fin-01",
                 *       "cidr": "192.168.0.0/24",
                 *       "is_default": false,
                 *       "used_ip_count": 0,
                 *       "total_ip_count": 253,
                 *       "default_route_instance": null,
                 *       "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *       "created_at": "2026-03-02T21:10:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Subnet"];
            };
        };
        /** The new subnet. */
        SubnetCreated: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "sn_91e4d7b0c35a2f68d4b91c07",
                 *       "location": {
                 *         "code": "FIN-01",
                 *         "name": "Finland 1",
                 *         "country_code": "FI"
                 *       },
                 *       "name": "lab-fin-01",
                 *       "cidr": "192.168.0.0/24",
                 *       "is_default": false,
                 *       "used_ip_count": 0,
                 *       "total_ip_count": 253,
                 *       "default_route_instance": null,
                 *       "created_by_user_id": "ca3382dd-d51d-42fa-9cf6-70eb76f3199d",
                 *       "created_at": "2026-03-02T21:10:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Subnet"];
            };
        };
        /** The address mappings. */
        AddressMappingList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "am_4c0b8e2f7d15936ae8c2f4b1",
                 *         "service": "storage",
                 *         "location": "FIN-01",
                 *         "source_private_network_id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *         "source_cidr": "192.168.0.0/25",
                 *         "target_private_network_id": "pn_2d8f6a1c9e4b7350f1a6c3d8",
                 *         "target_cidr": "10.0.0.0/25",
                 *         "created_at": "2026-03-02T21:40:00.000Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["AddressMapping"][];
            };
        };
        /** The address mapping. */
        AddressMapping: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "am_4c0b8e2f7d15936ae8c2f4b1",
                 *       "service": "storage",
                 *       "location": "FIN-01",
                 *       "source_private_network_id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *       "source_cidr": "192.168.0.0/25",
                 *       "target_private_network_id": "pn_2d8f6a1c9e4b7350f1a6c3d8",
                 *       "target_cidr": "10.0.0.0/25",
                 *       "created_at": "2026-03-02T21:40:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["AddressMapping"];
            };
        };
        /** The new address mapping. */
        AddressMappingCreated: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "am_4c0b8e2f7d15936ae8c2f4b1",
                 *       "service": "storage",
                 *       "location": "FIN-01",
                 *       "source_private_network_id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *       "source_cidr": "192.168.0.0/25",
                 *       "target_private_network_id": "pn_2d8f6a1c9e4b7350f1a6c3d8",
                 *       "target_cidr": "10.0.0.0/25",
                 *       "created_at": "2026-03-02T21:40:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["AddressMapping"];
            };
        };
        /** The endpoint bindings. */
        EndpointBindingList: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "epb_e7a3915c0b6d42f89a1d3e75",
                 *         "endpoint_id": "ep_b8056355c2afcd2e7a8206fc",
                 *         "service": "ssh",
                 *         "source_private_network_id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *         "endpoint_ip": "192.168.0.200",
                 *         "target_kind": "instance",
                 *         "target_workload_id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *         "target_private_network_id": "pn_2d8f6a1c9e4b7350f1a6c3d8",
                 *         "target_overlay_ip": "10.0.0.4",
                 *         "location": "FIN-01",
                 *         "created_at": "2026-03-02T22:20:00.000Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["EndpointBinding"][];
            };
        };
        /** The endpoint binding. */
        EndpointBinding: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "epb_e7a3915c0b6d42f89a1d3e75",
                 *       "endpoint_id": "ep_b8056355c2afcd2e7a8206fc",
                 *       "service": "ssh",
                 *       "source_private_network_id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *       "endpoint_ip": "192.168.0.200",
                 *       "target_kind": "instance",
                 *       "target_workload_id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *       "target_private_network_id": "pn_2d8f6a1c9e4b7350f1a6c3d8",
                 *       "target_overlay_ip": "10.0.0.4",
                 *       "location": "FIN-01",
                 *       "created_at": "2026-03-02T22:20:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["EndpointBinding"];
            };
        };
        /** The new endpoint binding. */
        EndpointBindingCreated: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "epb_e7a3915c0b6d42f89a1d3e75",
                 *       "endpoint_id": "ep_b8056355c2afcd2e7a8206fc",
                 *       "service": "ssh",
                 *       "source_private_network_id": "pn_6b1f0c9d2e7a48355d13c0fe",
                 *       "endpoint_ip": "192.168.0.200",
                 *       "target_kind": "instance",
                 *       "target_workload_id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18",
                 *       "target_private_network_id": "pn_2d8f6a1c9e4b7350f1a6c3d8",
                 *       "target_overlay_ip": "10.0.0.4",
                 *       "location": "FIN-01",
                 *       "created_at": "2026-03-02T22:20:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["EndpointBinding"];
            };
        };
        /** This document. */
        Schema: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "openapi": "3.1.0",
                 *       "info": {
                 *         "title": "Cloud Compute Public API",
                 *         "version": "1.0.0"
                 *       },
                 *       "paths": {}
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        /** The reference page. */
        Docs: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <!DOCTYPE html><html lang="en"><head><title>Cloud Compute API</title></head></html> */
                "text/html": string;
            };
        };
        /** `invalid_request`: a missing or invalid property, or an action that is not allowed. */
        BadRequest: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_request",
                 *       "message": "location_code is required."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `invalid_request`: a missing or invalid property. */
        OpenBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_request",
                 *       "message": "currency has to be one of usd, eur."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `unauthorized_request`: the access token is missing or invalid. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unauthorized_request",
                 *       "message": "The access token is missing. Send it as \"Authorization: Bearer <token>\"."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `unauthorized_request`: wrong client credentials, or a refresh token that is not valid. */
        InvalidCredentials: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unauthorized_request",
                 *       "message": "The client credentials are wrong: no client has this id and secret."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `insufficient_funds`: not enough funds for the action. */
        InsufficientFunds: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "insufficient_funds",
                 *       "message": "The balance is 0.10 usd, which does not cover one hour at 0.1381 usd. Add funds to the project."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `forbidden_action`: the action cannot be performed now, the scope of the token does not cover it, or the role does not allow it. */
        Forbidden: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "forbidden_action",
                 *       "message": "Instance 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18 is running. Shut it down first: its volumes change only while it is offline."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `not_found`: there is no such resource. */
        NotFound: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "not_found",
                 *       "message": "There is no volume \"3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93\" in this project."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `conflict` (the code is not in the spec): the request conflicts with what exists. */
        Conflict: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "conflict",
                 *       "message": "The resource already has a tag \"team\". Remove it first to change its value."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `invalid_request`: the body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_request",
                 *       "message": "The request body is larger than 1 MiB."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `rate_limit_exceeded`: a limit of the project or of the endpoint is used up. On an open endpoint only when a token was sent. */
        TooManyRequests: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "rate_limit_exceeded",
                 *       "message": "Too many requests: the endpoint limit is used up. Try again in 40 s."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `server_error`: an error on the side of the service. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "server_error",
                 *       "message": "Something went wrong on the side of the service."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `service_unavailable`: the service cannot answer now; try again later. The spec names this status for a lack of capacity only. */
        ServiceUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "service_unavailable",
                 *       "message": "The service cannot answer now. Try again later."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** `service_unavailable`: not enough resources now; try again later, or use another type or location. */
        NoCapacity: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "service_unavailable",
                 *       "message": "There is no capacity for 1A100.22V in FIN-01 now. There is capacity in FIN-02, ICE-01."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
        UserAgent: string;
        /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
        CfConnectingIp: string;
        /** Only images for this instance type; all instance images when omitted. */
        ImageInstanceType: string;
        /** Only images for this cluster type; all cluster images when omitted. */
        ImageClusterType: string;
        /** The currency of the prices. */
        CurrencyQuery: components["schemas"]["Currency"];
        /** The currency of the prices. */
        CurrencyAlias: components["schemas"]["Currency"];
        /** Only this location; all locations when omitted. */
        LocationCode: string;
        /** Only this location; all locations when omitted. */
        LocationCodeUnlisted: string;
        /**
         * @deprecated
         * Deprecated: use `location_code`.
         */
        LocationCodeAlias: string;
        /** `true` asks for spot instances. */
        IsSpot: "true" | "false";
        /** `true` asks for spot instances. */
        IsSpotUnlisted: "true" | "false";
        /**
         * @deprecated
         * Deprecated: use `is_spot`.
         */
        IsSpotAlias: "true" | "false";
        /**
         * The `instance_type` of an instance type.
         * @example 1A100.22V
         */
        InstanceTypePath: string;
        /**
         * The `instance_type` of an instance type.
         * @example 1A100.22V
         */
        InstanceTypePathAlias: string;
        /**
         * The `cluster_type` of a cluster type.
         * @example 16H100
         */
        ClusterTypePath: string;
        /** Only volumes in this status. */
        VolumeStatusQuery: components["schemas"]["VolumeStatus"];
        /**
         * The id of a volume.
         * @example 3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93
         */
        VolumeId: string;
        /**
         * @deprecated
         * An older form of `is_permanent`.
         */
        Force: boolean;
        /**
         * The id of a tag, with its prefix `tag_`. An older form takes the key of the tag here.
         * @example tag_0d9c4b7a1e6f5832947ab5c1
         */
        TagId: string;
        /** Only instances in this status. */
        InstanceStatusQuery: components["schemas"]["InstanceStatus"];
        /** Only the instance of this id. */
        ComputeIdOfList: string;
        /** `<key>` matches instances that carry the key with any value, `<key>=<value>` the exact value, split at the first `=`. Repeated, all the tags are required. */
        TagQuery: string[];
        /**
         * The id of an instance.
         * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
         */
        InstanceId: string;
        /**
         * The id of a cluster.
         * @example 1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64
         */
        ClusterIdShort: string;
        /**
         * The id of a cluster.
         * @example 1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64
         */
        ClusterId: string;
        /**
         * The id of a worker, of the jump host or of a CPU service node.
         * @example 4e7b9d20-a16c-4f83-95d7-c3082e6f1ba9
         */
        NodeId: string;
        /**
         * The id of an SSH key.
         * @example 5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02
         */
        SshKeyId: string;
        /**
         * The id of a startup script.
         * @example e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43
         */
        ScriptId: string;
        /**
         * The id of an instance group. The path shape is not in the spec.
         * @example 97d3a5c0-6e1b-4f82-8c4d-2b0a9e7f5d16
         */
        GroupId: string;
        /**
         * The code of an inference model.
         * @example llama-3.3-70b-instruct
         */
        ModelCode: string;
        /** The page, counted from 1. Out of range is 400 (a reading). */
        Page: number;
        /** How many items a page has. Out of range is 400 (a reading). */
        PageSize: number;
        /** Only scripts whose name contains this text. */
        ScriptName: string;
        /** The field to sort by. */
        OrderBy: "created_at";
        /** The direction of sorting. */
        OrderDirection: "asc" | "desc";
        /**
         * Only the events of this instance or cluster.
         * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
         */
        JournalComputeId: string;
        /** Only the events of this volume. */
        JournalVolumeId: string;
        /** Only events with this action code. */
        JournalActionCodeQuery: components["schemas"]["JournalActionCode"];
        /** Only events of this type of object. */
        JournalObjectType: "compute" | "volume";
        /** Add the user, the instance and the volume to every event. */
        Hydrate: boolean;
        /**
         * The id of an instance or cluster.
         * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
         */
        JournalComputePath: string;
        /**
         * The id of a volume.
         * @example 3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93
         */
        JournalVolumePath: string;
        /** Only events with this action. */
        AuditActionQuery: components["schemas"]["AuditAction"];
        /** Only events of this type of object. */
        AuditObjectTypeQuery: components["schemas"]["AuditObjectType"];
        /** Events at or after this time, ISO 8601. At most 90 days ago, which is the default. */
        AuditStart: string;
        /** Events at or before this time, ISO 8601. Not before `start_date`. */
        AuditEnd: string;
        /** How many events a page has. */
        AuditPageSize: number;
        /** The cursor of the page before. */
        AuditCursor: string;
        /**
         * The id of a private network, with its prefix `pn_`.
         * @example pn_6b1f0c9d2e7a48355d13c0fe
         */
        PrivateNetworkId: string;
        /**
         * The id of a subnet, with its prefix `sn_`.
         * @example sn_91e4d7b0c35a2f68d4b91c07
         */
        SubnetId: string;
        /**
         * The id of an address mapping, with its prefix `am_`.
         * @example am_4c0b8e2f7d15936ae8c2f4b1
         */
        AddressMappingId: string;
        /**
         * The id of an endpoint binding, with its prefix `epb_`.
         * @example epb_e7a3915c0b6d42f89a1d3e75
         */
        EndpointBindingId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * The limits, comma-separated: `<limit_name>;q=<requests>;w=<window_seconds>`, with the limit names
         *     `project` and `endpoint`.
         */
        RateLimitPolicy: string;
        /** The remaining requests of each limit, comma-separated: `<limit_name>;r=<remaining>;t=<seconds_until_reset>`. */
        RateLimit: string;
        /** Seconds until requests are allowed again. */
        RetryAfter: number;
        /** The current page, counted from 1. */
        Page: number;
        /** The size of a page. */
        PageSize: number;
        /** The number of all matching items. */
        TotalCount: number;
    };
    pathItems: never;
}
/** The type of an error. 409 answers `conflict`, a code that is not in the spec. */
export type ErrorCode = components['schemas']['ErrorCode'];
/** The body of every error. */
export type Error = components['schemas']['Error'];
/** One id, or several, at least one. */
export type OneOrManyIds = components['schemas']['OneOrManyIds'];
/** One id, or several; null means absent. */
export type OptionalIds = components['schemas']['OptionalIds'];
/** A currency of prices. */
export type Currency = components['schemas']['Currency'];
/** How a machine is billed. Clients tolerate other values in responses. */
export type Contract = components['schemas']['Contract'];
/** The CPU of a machine. */
export type Cpu = components['schemas']['Cpu'];
/** The GPUs of a machine. */
export type Gpu = components['schemas']['Gpu'];
/** The memory of a machine, or of its GPUs. */
export type Memory = components['schemas']['Memory'];
/** The storage of a machine. */
export type Storage = components['schemas']['Storage'];
/** A tag of an instance, a volume or a cluster. */
export type Tag = components['schemas']['Tag'];
/** A tag to add. */
export type TagRequest = components['schemas']['TagRequest'];
/** At most ten tags; more are 400. */
export type TagRequests = components['schemas']['TagRequests'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type ClientCredentialsRequest = components['schemas']['ClientCredentialsRequest'];
export type RefreshTokenRequest = components['schemas']['RefreshTokenRequest'];
export type AccessToken = components['schemas']['AccessToken'];
/** The balance of a project. */
export type Balance = components['schemas']['Balance'];
/** An operating-system image. */
export type Image = components['schemas']['Image'];
/** A location of the cloud. */
export type Location = components['schemas']['Location'];
/** A period of a long-term contract with its discount. */
export type LongTermPeriod = components['schemas']['LongTermPeriod'];
/** A type of volume with its price. */
export type VolumeType = components['schemas']['VolumeType'];
/** A type of instance. Prices are strings. */
export type InstanceType = components['schemas']['InstanceType'];
/** A type of container with its prices, which are strings. */
export type ContainerType = components['schemas']['ContainerType'];
/** A type of cluster. Its price is a string. */
export type ClusterType = components['schemas']['ClusterType'];
/** The types that can be deployed in one location. */
export type Availability = components['schemas']['Availability'];
/** The status of a volume. Clients tolerate other values in responses. */
export type VolumeStatus = components['schemas']['VolumeStatus'];
/**
 * The type of a volume. HDD can no longer be created or resized. Clients tolerate other values in
 * responses.
 */
export type VolumeTypeName = components['schemas']['VolumeTypeName'];
/** A long-term contract of a volume. */
export type LongTerm = components['schemas']['LongTerm'];
/** An instance as its volume shows it. */
export type AttachedInstance = components['schemas']['AttachedInstance'];
/** An active volume. */
export type Volume = components['schemas']['Volume'];
/** A volume in the trash, or a volume that is removed permanently. */
export type DeletedVolume = components['schemas']['DeletedVolume'];
/** An active volume or a deleted one; `deleted_at` tells them apart. */
export type AnyVolume = components['schemas']['AnyVolume'];
/** A new volume. */
export type CreateVolumeRequest = components['schemas']['CreateVolumeRequest'];
/** An action on a volume. */
export type VolumeAction = components['schemas']['VolumeAction'];
/** An action on one or several volumes. */
export type VolumeActionRequest = components['schemas']['VolumeActionRequest'];
/** The answer to a clone. Other actions have no body. */
export type VolumeActionAccepted = components['schemas']['VolumeActionAccepted'];
export type DeleteVolumeRequest = components['schemas']['DeleteVolumeRequest'];
/** The status of an instance. Clients tolerate other values in responses. */
export type InstanceStatus = components['schemas']['InstanceStatus'];
/** An instance. */
export type Instance = components['schemas']['Instance'];
/**
 * What happens to a volume when its spot instance is evicted: `keep_detached` keeps it,
 * `move_to_trash` deletes it after 96 hours, in which it counts toward the storage quota, and
 * `delete_permanently` deletes it at once.
 */
export type OnSpotDiscontinue = components['schemas']['OnSpotDiscontinue'];
/** What happens to the volume when its spot instance is evicted; null means absent. */
export type OptionalOnSpotDiscontinue = components['schemas']['OptionalOnSpotDiscontinue'];
/** The OS volume of a new instance, when `image` is an image type. */
export type OsVolumeRequest = components['schemas']['OsVolumeRequest'];
/** A new volume beside the OS volume, in the location of the instance. */
export type NewVolumeRequest = components['schemas']['NewVolumeRequest'];
/**
 * `image`, `instance_type` and `location_code` are required, except with an `instance_group_id`: then
 * the group gives them (a reading).
 */
export type DeployInstanceRequest = components['schemas']['DeployInstanceRequest'];
/** An action on an instance. */
export type InstanceAction = components['schemas']['InstanceAction'];
/** An action on one or several instances. */
export type InstanceActionRequest = components['schemas']['InstanceActionRequest'];
/** The result of an action on one instance. */
export type InstanceActionResult = components['schemas']['InstanceActionResult'];
/**
 * The status of a cluster or of a node: those of instances. Clients tolerate other values in
 * responses.
 */
export type ClusterStatus = components['schemas']['ClusterStatus'];
/** What happens when a long-term contract ends. */
export type ExtensionSettings = components['schemas']['ExtensionSettings'];
/** A node of a cluster. */
export type ClusterNode = components['schemas']['ClusterNode'];
/** A volume that the nodes of a cluster share. */
export type ClusterSharedVolume = components['schemas']['ClusterSharedVolume'];
/** A cluster. */
export type Cluster = components['schemas']['Cluster'];
/** The spec shows `location_code` only, which is required. */
export type DeployClusterRequest = components['schemas']['DeployClusterRequest'];
export type ClusterAccepted = components['schemas']['ClusterAccepted'];
export type ClusterActionRequest = components['schemas']['ClusterActionRequest'];
/** An action on a node of a cluster. */
export type ClusterNodeActionRequest = components['schemas']['ClusterNodeActionRequest'];
/** A public SSH key. */
export type SshKey = components['schemas']['SshKey'];
/** A new SSH key. */
export type CreateSshKeyRequest = components['schemas']['CreateSshKeyRequest'];
export type DeleteSshKeysRequest = components['schemas']['DeleteSshKeysRequest'];
/** A startup script. */
export type StartupScript = components['schemas']['StartupScript'];
/** A new startup script. */
export type CreateScriptRequest = components['schemas']['CreateScriptRequest'];
export type DeleteScriptsRequest = components['schemas']['DeleteScriptsRequest'];
/** The settings that new members of an instance group inherit. */
export type InstanceGroupTemplate = components['schemas']['InstanceGroupTemplate'];
/** An instance group with its members. */
export type InstanceGroup = components['schemas']['InstanceGroup'];
/** Which fields are required is not in the spec. */
export type CreateInstanceGroupRequest = components['schemas']['CreateInstanceGroupRequest'];
/**
 * An absent field keeps its value. Unlike in other requests, null clears the description, the keys or
 * the script (a reading).
 */
export type UpdateInstanceGroupRequest = components['schemas']['UpdateInstanceGroupRequest'];
/** Prices, in the currency in which the account is billed. */
export type InferencePricing = components['schemas']['InferencePricing'];
/** The other fields of a model are not in the spec. */
export type InferenceModel = components['schemas']['InferenceModel'];
/** The price of a managed inference endpoint. The spec names no operation that answers it. */
export type ManagedEndpointPrice = components['schemas']['ManagedEndpointPrice'];
/** The price of the container registry. The spec names no operation that answers it. */
export type ContainerRegistryPrice = components['schemas']['ContainerRegistryPrice'];
/** The subject of a journal entry. Clients tolerate other values in responses. */
export type JournalActionCode = components['schemas']['JournalActionCode'];
/** Something that happened to an instance, a cluster or a volume. */
export type JournalEntry = components['schemas']['JournalEntry'];
/** An action in the audit log. Clients tolerate other values in responses. */
export type AuditAction = components['schemas']['AuditAction'];
/**
 * Automatic top-up charges are `auto_top_up`, no longer `topup`: `create`, `complete` and `cancel` for
 * a charge that is created, completed or failed. Clients tolerate other values in responses.
 */
export type AuditObjectType = components['schemas']['AuditObjectType'];
/**
 * These fields are known for the deletion of a machine; the content for other types is not in the
 * spec. Events of internal causes carry a `discontinue_reason` and no actor.
 */
export type AuditEventData = components['schemas']['AuditEventData'];
/** The envelope is CloudEvents 1.0, as JSON. */
export type AuditEvent = components['schemas']['AuditEvent'];
/** A page of the audit log, newest first. */
export type AuditPage = components['schemas']['AuditPage'];
export type AuditExportRequest = components['schemas']['AuditExportRequest'];
/** An export of the audit log. Anybody who has its address can download it until it expires. */
export type AuditExport = components['schemas']['AuditExport'];
/** A private network. */
export type PrivateNetwork = components['schemas']['PrivateNetwork'];
/** A new private network. */
export type CreatePrivateNetworkRequest = components['schemas']['CreatePrivateNetworkRequest'];
/** A range of addresses of a private network, in one location. */
export type Subnet = components['schemas']['Subnet'];
/** A new subnet of a private network. */
export type CreateSubnetRequest = components['schemas']['CreateSubnetRequest'];
/** A block of addresses of one private network, mapped to a block of another one. */
export type AddressMapping = components['schemas']['AddressMapping'];
/**
 * Which fields are required is not in the spec. The source network is the one of the path when it is
 * left out (a reading).
 */
export type CreateAddressMappingRequest = components['schemas']['CreateAddressMappingRequest'];
/** A service of an instance or a cluster, at an address of a private network. */
export type EndpointBinding = components['schemas']['EndpointBinding'];
/**
 * Which fields are required is not in the spec. The source network is the one of the path when it is
 * left out (a reading).
 */
export type CreateEndpointBindingRequest = components['schemas']['CreateEndpointBindingRequest'];
export type ResponseAccessToken = components['responses']['AccessToken'];
export type ResponseBalance = components['responses']['Balance'];
export type ResponseImageList = components['responses']['ImageList'];
export type ResponseLocationList = components['responses']['LocationList'];
export type ResponseVolumeTypeList = components['responses']['VolumeTypeList'];
export type ResponseInstanceTypeList = components['responses']['InstanceTypeList'];
export type ResponseDeprecatedInstanceTypeList = components['responses']['DeprecatedInstanceTypeList'];
export type ResponseContainerTypeList = components['responses']['ContainerTypeList'];
export type ResponseClusterTypeList = components['responses']['ClusterTypeList'];
export type ResponseLongTermPeriodList = components['responses']['LongTermPeriodList'];
export type ResponsePriceHistory = components['responses']['PriceHistory'];
export type ResponseAvailabilityList = components['responses']['AvailabilityList'];
export type ResponseClusterAvailabilityList = components['responses']['ClusterAvailabilityList'];
export type ResponseAvailable = components['responses']['Available'];
export type ResponseDeprecatedAvailable = components['responses']['DeprecatedAvailable'];
export type ResponseVolumeList = components['responses']['VolumeList'];
export type ResponseTrashList = components['responses']['TrashList'];
export type ResponseVolume = components['responses']['Volume'];
export type ResponseVolumeActionAccepted = components['responses']['VolumeActionAccepted'];
export type ResponseAlreadyDeleted = components['responses']['AlreadyDeleted'];
export type ResponseAlreadySatisfied = components['responses']['AlreadySatisfied'];
export type ResponseVolumeAccepted = components['responses']['VolumeAccepted'];
export type ResponseInstanceAccepted = components['responses']['InstanceAccepted'];
export type ResponseSshKeyCreated = components['responses']['SshKeyCreated'];
export type ResponseScriptCreated = components['responses']['ScriptCreated'];
export type ResponseAccepted = components['responses']['Accepted'];
export type ResponseDeleted = components['responses']['Deleted'];
export type ResponseNoContent = components['responses']['NoContent'];
export type ResponseTagCreated = components['responses']['TagCreated'];
export type ResponseInstanceList = components['responses']['InstanceList'];
export type ResponseInstance = components['responses']['Instance'];
export type ResponseInstanceActionResults = components['responses']['InstanceActionResults'];
export type ResponseDeprecatedInstanceActionResults = components['responses']['DeprecatedInstanceActionResults'];
export type ResponseInstanceActionPartialResults = components['responses']['InstanceActionPartialResults'];
export type ResponseClusterList = components['responses']['ClusterList'];
export type ResponseCluster = components['responses']['Cluster'];
export type ResponseClusterAccepted = components['responses']['ClusterAccepted'];
export type ResponseSshKeyList = components['responses']['SshKeyList'];
export type ResponseSshKey = components['responses']['SshKey'];
export type ResponseScriptList = components['responses']['ScriptList'];
export type ResponseScript = components['responses']['Script'];
export type ResponseInstanceGroupList = components['responses']['InstanceGroupList'];
export type ResponseInstanceGroup = components['responses']['InstanceGroup'];
export type ResponseInstanceGroupCreated = components['responses']['InstanceGroupCreated'];
export type ResponseInferenceModelList = components['responses']['InferenceModelList'];
export type ResponseInferenceModel = components['responses']['InferenceModel'];
export type ResponseJournalList = components['responses']['JournalList'];
export type ResponseAuditPage = components['responses']['AuditPage'];
export type ResponseAuditExport = components['responses']['AuditExport'];
export type ResponsePrivateNetworkList = components['responses']['PrivateNetworkList'];
export type ResponsePrivateNetwork = components['responses']['PrivateNetwork'];
export type ResponsePrivateNetworkCreated = components['responses']['PrivateNetworkCreated'];
export type ResponseSubnetList = components['responses']['SubnetList'];
export type ResponseSubnet = components['responses']['Subnet'];
export type ResponseSubnetCreated = components['responses']['SubnetCreated'];
export type ResponseAddressMappingList = components['responses']['AddressMappingList'];
export type ResponseAddressMapping = components['responses']['AddressMapping'];
export type ResponseAddressMappingCreated = components['responses']['AddressMappingCreated'];
export type ResponseEndpointBindingList = components['responses']['EndpointBindingList'];
export type ResponseEndpointBinding = components['responses']['EndpointBinding'];
export type ResponseEndpointBindingCreated = components['responses']['EndpointBindingCreated'];
export type ResponseSchema = components['responses']['Schema'];
export type ResponseDocs = components['responses']['Docs'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseOpenBadRequest = components['responses']['OpenBadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseInvalidCredentials = components['responses']['InvalidCredentials'];
export type ResponseInsufficientFunds = components['responses']['InsufficientFunds'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseServerError = components['responses']['ServerError'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseNoCapacity = components['responses']['NoCapacity'];
export type ParameterUserAgent = components['parameters']['UserAgent'];
export type ParameterCfConnectingIp = components['parameters']['CfConnectingIp'];
export type ParameterImageInstanceType = components['parameters']['ImageInstanceType'];
export type ParameterImageClusterType = components['parameters']['ImageClusterType'];
export type ParameterCurrencyQuery = components['parameters']['CurrencyQuery'];
export type ParameterCurrencyAlias = components['parameters']['CurrencyAlias'];
export type ParameterLocationCode = components['parameters']['LocationCode'];
export type ParameterLocationCodeUnlisted = components['parameters']['LocationCodeUnlisted'];
export type ParameterLocationCodeAlias = components['parameters']['LocationCodeAlias'];
export type ParameterIsSpot = components['parameters']['IsSpot'];
export type ParameterIsSpotUnlisted = components['parameters']['IsSpotUnlisted'];
export type ParameterIsSpotAlias = components['parameters']['IsSpotAlias'];
export type ParameterInstanceTypePath = components['parameters']['InstanceTypePath'];
export type ParameterInstanceTypePathAlias = components['parameters']['InstanceTypePathAlias'];
export type ParameterClusterTypePath = components['parameters']['ClusterTypePath'];
export type ParameterVolumeStatusQuery = components['parameters']['VolumeStatusQuery'];
export type ParameterVolumeId = components['parameters']['VolumeId'];
export type ParameterForce = components['parameters']['Force'];
export type ParameterTagId = components['parameters']['TagId'];
export type ParameterInstanceStatusQuery = components['parameters']['InstanceStatusQuery'];
export type ParameterComputeIdOfList = components['parameters']['ComputeIdOfList'];
export type ParameterTagQuery = components['parameters']['TagQuery'];
export type ParameterInstanceId = components['parameters']['InstanceId'];
export type ParameterClusterIdShort = components['parameters']['ClusterIdShort'];
export type ParameterClusterId = components['parameters']['ClusterId'];
export type ParameterNodeId = components['parameters']['NodeId'];
export type ParameterSshKeyId = components['parameters']['SshKeyId'];
export type ParameterScriptId = components['parameters']['ScriptId'];
export type ParameterGroupId = components['parameters']['GroupId'];
export type ParameterModelCode = components['parameters']['ModelCode'];
export type ParameterPage = components['parameters']['Page'];
export type ParameterPageSize = components['parameters']['PageSize'];
export type ParameterScriptName = components['parameters']['ScriptName'];
export type ParameterOrderBy = components['parameters']['OrderBy'];
export type ParameterOrderDirection = components['parameters']['OrderDirection'];
export type ParameterJournalComputeId = components['parameters']['JournalComputeId'];
export type ParameterJournalVolumeId = components['parameters']['JournalVolumeId'];
export type ParameterJournalActionCodeQuery = components['parameters']['JournalActionCodeQuery'];
export type ParameterJournalObjectType = components['parameters']['JournalObjectType'];
export type ParameterHydrate = components['parameters']['Hydrate'];
export type ParameterJournalComputePath = components['parameters']['JournalComputePath'];
export type ParameterJournalVolumePath = components['parameters']['JournalVolumePath'];
export type ParameterAuditActionQuery = components['parameters']['AuditActionQuery'];
export type ParameterAuditObjectTypeQuery = components['parameters']['AuditObjectTypeQuery'];
export type ParameterAuditStart = components['parameters']['AuditStart'];
export type ParameterAuditEnd = components['parameters']['AuditEnd'];
export type ParameterAuditPageSize = components['parameters']['AuditPageSize'];
export type ParameterAuditCursor = components['parameters']['AuditCursor'];
export type ParameterPrivateNetworkId = components['parameters']['PrivateNetworkId'];
export type ParameterSubnetId = components['parameters']['SubnetId'];
export type ParameterAddressMappingId = components['parameters']['AddressMappingId'];
export type ParameterEndpointBindingId = components['parameters']['EndpointBindingId'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderPage = components['headers']['Page'];
export type HeaderPageSize = components['headers']['PageSize'];
export type HeaderTotalCount = components['headers']['TotalCount'];
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "my-client-id",
                 *       "client_secret": "my-client-secret"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            200: components["responses"]["AccessToken"];
            400: components["responses"]["OpenBadRequest"];
            401: components["responses"]["InvalidCredentials"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Balance"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImages: {
        parameters: {
            query?: {
                /** Only images for this instance type; all instance images when omitted. */
                instance_type?: components["parameters"]["ImageInstanceType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ImageList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClusterImages: {
        parameters: {
            query?: {
                /** Only images for this cluster type; all cluster images when omitted. */
                instance_type?: components["parameters"]["ImageClusterType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ImageList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLocations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LocationList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVolumeTypes: {
        parameters: {
            query?: {
                /** The currency of the prices. */
                currency?: components["parameters"]["CurrencyQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VolumeTypeList"];
            400: components["responses"]["OpenBadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstanceTypes: {
        parameters: {
            query?: {
                /** The currency of the prices. */
                currency?: components["parameters"]["CurrencyQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InstanceTypeList"];
            400: components["responses"]["OpenBadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listContainerTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ContainerTypeList"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClusterTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ClusterTypeList"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLongTermPeriods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LongTermPeriodList"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstanceLongTermPeriods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LongTermPeriodList"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClusterLongTermPeriods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["LongTermPeriodList"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPriceHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PriceHistory"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstanceAvailability: {
        parameters: {
            query?: {
                /** Only this location; all locations when omitted. */
                location_code?: components["parameters"]["LocationCode"];
                /**
                 * @deprecated
                 * Deprecated: use `location_code`.
                 */
                locationCode?: components["parameters"]["LocationCodeAlias"];
                /** `true` asks for spot instances. */
                is_spot?: components["parameters"]["IsSpot"];
                /**
                 * @deprecated
                 * Deprecated: use `is_spot`.
                 */
                isSpot?: components["parameters"]["IsSpotAlias"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AvailabilityList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInstanceAvailability: {
        parameters: {
            query?: {
                /** Only this location; all locations when omitted. */
                location_code?: components["parameters"]["LocationCode"];
                /**
                 * @deprecated
                 * Deprecated: use `location_code`.
                 */
                locationCode?: components["parameters"]["LocationCodeAlias"];
                /** `true` asks for spot instances. */
                is_spot?: components["parameters"]["IsSpot"];
                /**
                 * @deprecated
                 * Deprecated: use `is_spot`.
                 */
                isSpot?: components["parameters"]["IsSpotAlias"];
            };
            header?: never;
            path: {
                /**
                 * The `instance_type` of an instance type.
                 * @example 1A100.22V
                 */
                instance_type: components["parameters"]["InstanceTypePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Available"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClusterAvailability: {
        parameters: {
            query?: {
                /** Only this location; all locations when omitted. */
                location_code?: components["parameters"]["LocationCode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ClusterAvailabilityList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getClusterAvailability: {
        parameters: {
            query?: {
                /** Only this location; all locations when omitted. */
                location_code?: components["parameters"]["LocationCode"];
            };
            header?: never;
            path: {
                /**
                 * The `cluster_type` of a cluster type.
                 * @example 16H100
                 */
                cluster_type: components["parameters"]["ClusterTypePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Available"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVolumes: {
        parameters: {
            query?: {
                /** Only volumes in this status. */
                status?: components["parameters"]["VolumeStatusQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["VolumeList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    performVolumeAction: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VolumeActionRequest"];
            };
        };
        responses: {
            202: components["responses"]["VolumeActionAccepted"];
            204: components["responses"]["AlreadyDeleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientFunds"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVolume: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "location_code": "FIN-01",
                 *       "name": "datasets",
                 *       "size": 500,
                 *       "type": "NVMe",
                 *       "tags": [
                 *         {
                 *           "key": "team",
                 *           "value": "vision"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateVolumeRequest"];
            };
        };
        responses: {
            202: components["responses"]["VolumeAccepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientFunds"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TrashList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getVolume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a volume.
                 * @example 3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93
                 */
                volume_id: components["parameters"]["VolumeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Volume"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteVolume: {
        parameters: {
            query?: {
                /**
                 * @deprecated
                 * An older form of `is_permanent`.
                 */
                force?: components["parameters"]["Force"];
            };
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path: {
                /**
                 * The id of a volume.
                 * @example 3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93
                 */
                volume_id: components["parameters"]["VolumeId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "is_permanent": true
                 *     }
                 */
                "application/json": components["schemas"]["DeleteVolumeRequest"];
            };
        };
        responses: {
            202: components["responses"]["Accepted"];
            204: components["responses"]["AlreadyDeleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createVolumeTag: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path: {
                /**
                 * The id of a volume.
                 * @example 3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93
                 */
                volume_id: components["parameters"]["VolumeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "owner",
                 *       "value": "ada"
                 *     }
                 */
                "application/json": components["schemas"]["TagRequest"];
            };
        };
        responses: {
            201: components["responses"]["TagCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteVolumeTag: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path: {
                /**
                 * The id of a volume.
                 * @example 3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93
                 */
                volume_id: components["parameters"]["VolumeId"];
                /**
                 * The id of a tag, with its prefix `tag_`. An older form takes the key of the tag here.
                 * @example tag_0d9c4b7a1e6f5832947ab5c1
                 */
                tagId: components["parameters"]["TagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstances: {
        parameters: {
            query?: {
                /** Only instances in this status. */
                status?: components["parameters"]["InstanceStatusQuery"];
                /** Only the instance of this id. */
                computeId?: components["parameters"]["ComputeIdOfList"];
                /** `<key>` matches instances that carry the key with any value, `<key>=<value>` the exact value, split at the first `=`. Repeated, all the tags are required. */
                tag?: components["parameters"]["TagQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InstanceList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    performInstanceAction: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstanceActionRequest"];
            };
        };
        responses: {
            202: components["responses"]["InstanceActionResults"];
            204: components["responses"]["AlreadySatisfied"];
            207: components["responses"]["InstanceActionPartialResults"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientFunds"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deployInstance: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeployInstanceRequest"];
            };
        };
        responses: {
            202: components["responses"]["InstanceAccepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientFunds"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["NoCapacity"];
        };
    };
    getInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an instance.
                 * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
                 */
                instance_id: components["parameters"]["InstanceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Instance"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInstanceTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an instance.
                 * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
                 */
                instance_id: components["parameters"]["InstanceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "owner",
                 *       "value": "ada"
                 *     }
                 */
                "application/json": components["schemas"]["TagRequest"];
            };
        };
        responses: {
            201: components["responses"]["TagCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteInstanceTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an instance.
                 * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
                 */
                instance_id: components["parameters"]["InstanceId"];
                /**
                 * The id of a tag, with its prefix `tag_`. An older form takes the key of the tag here.
                 * @example tag_0d9c4b7a1e6f5832947ab5c1
                 */
                tagId: components["parameters"]["TagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstanceTypesDeprecated: {
        parameters: {
            query?: {
                /** The currency of the prices. */
                currency?: components["parameters"]["CurrencyAlias"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeprecatedInstanceTypeList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInstanceAvailabilityDeprecated: {
        parameters: {
            query?: {
                /** Only this location; all locations when omitted. */
                location_code?: components["parameters"]["LocationCodeUnlisted"];
                /**
                 * @deprecated
                 * Deprecated: use `location_code`.
                 */
                locationCode?: components["parameters"]["LocationCodeAlias"];
                /** `true` asks for spot instances. */
                is_spot?: components["parameters"]["IsSpotUnlisted"];
                /**
                 * @deprecated
                 * Deprecated: use `is_spot`.
                 */
                isSpot?: components["parameters"]["IsSpotAlias"];
            };
            header?: never;
            path: {
                /**
                 * The `instance_type` of an instance type.
                 * @example 1A100.22V
                 */
                instanceType: components["parameters"]["InstanceTypePathAlias"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeprecatedAvailable"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    performInstanceActionDeprecated: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "shutdown",
                 *       "id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18"
                 *     }
                 */
                "application/json": components["schemas"]["InstanceActionRequest"];
            };
        };
        responses: {
            202: components["responses"]["DeprecatedInstanceActionResults"];
            204: components["responses"]["AlreadySatisfied"];
            207: components["responses"]["InstanceActionPartialResults"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientFunds"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClusters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ClusterList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    performClusterAction: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "actions": [
                 *         {
                 *           "action": "discontinue",
                 *           "id": "1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ClusterActionRequest"];
            };
        };
        responses: {
            202: components["responses"]["Accepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deployCluster: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cluster_type": "16H100",
                 *       "image": "ubuntu-24.04-cuda-12.8-cluster",
                 *       "hostname": "pretraining",
                 *       "description": "Pre-trains the language model",
                 *       "location_code": "FIN-01",
                 *       "ssh_key_ids": [
                 *         "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *       ],
                 *       "shared_volume": {
                 *         "name": "checkpoints",
                 *         "size": 2000
                 *       },
                 *       "tags": [
                 *         {
                 *           "key": "team",
                 *           "value": "language"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DeployClusterRequest"];
            };
        };
        responses: {
            202: components["responses"]["ClusterAccepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["InsufficientFunds"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["NoCapacity"];
        };
    };
    getCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a cluster.
                 * @example 1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64
                 */
                id: components["parameters"]["ClusterIdShort"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Cluster"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    performClusterNodeAction: {
        parameters: {
            query?: never;
            header?: {
                /** The client that sends the request. The spec declares it required; no request is refused without it (a reading). */
                "user-agent"?: components["parameters"]["UserAgent"];
                /** The address of the caller, which the edge of the service adds. The spec declares it required; no request is refused without it (a reading). */
                "cf-connecting-ip"?: components["parameters"]["CfConnectingIp"];
            };
            path: {
                /**
                 * The id of a cluster.
                 * @example 1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64
                 */
                clusterId: components["parameters"]["ClusterId"];
                /**
                 * The id of a worker, of the jump host or of a CPU service node.
                 * @example 4e7b9d20-a16c-4f83-95d7-c3082e6f1ba9
                 */
                nodeId: components["parameters"]["NodeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "shutdown"
                 *     }
                 */
                "application/json": components["schemas"]["ClusterNodeActionRequest"];
            };
        };
        responses: {
            202: components["responses"]["Accepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createClusterTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a cluster.
                 * @example 1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64
                 */
                id: components["parameters"]["ClusterIdShort"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "owner",
                 *       "value": "ada"
                 *     }
                 */
                "application/json": components["schemas"]["TagRequest"];
            };
        };
        responses: {
            201: components["responses"]["TagCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteClusterTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a cluster.
                 * @example 1a6f4e8b-c2d9-4375-b8e0-7f5d3c9a2b64
                 */
                id: components["parameters"]["ClusterIdShort"];
                /**
                 * The id of a tag, with its prefix `tag_`. An older form takes the key of the tag here.
                 * @example tag_0d9c4b7a1e6f5832947ab5c1
                 */
                tagId: components["parameters"]["TagId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSshKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SshKeyList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSshKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "laptop",
                 *       "key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSshKeyRequest"];
            };
        };
        responses: {
            201: components["responses"]["SshKeyCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSshKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": [
                 *         "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DeleteSshKeysRequest"];
            };
        };
        responses: {
            200: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSshKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an SSH key.
                 * @example 5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02
                 */
                sshKeyId: components["parameters"]["SshKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SshKey"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSshKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an SSH key.
                 * @example 5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02
                 */
                sshKeyId: components["parameters"]["SshKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSshKeysDeprecated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SshKeyList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSshKeyDeprecated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "laptop",
                 *       "key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSshKeyRequest"];
            };
        };
        responses: {
            201: components["responses"]["SshKeyCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSshKeysDeprecated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": [
                 *         "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DeleteSshKeysRequest"];
            };
        };
        responses: {
            200: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSshKeyDeprecated: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an SSH key.
                 * @example 5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02
                 */
                sshKeyId: components["parameters"]["SshKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SshKey"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSshKeyDeprecated: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an SSH key.
                 * @example 5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02
                 */
                sshKeyId: components["parameters"]["SshKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listScripts: {
        parameters: {
            query?: {
                /** The page, counted from 1. Out of range is 400 (a reading). */
                page?: components["parameters"]["Page"];
                /** How many items a page has. Out of range is 400 (a reading). */
                pageSize?: components["parameters"]["PageSize"];
                /** Only scripts whose name contains this text. */
                name?: components["parameters"]["ScriptName"];
                /** The field to sort by. */
                orderBy?: components["parameters"]["OrderBy"];
                /** The direction of sorting. */
                orderDirection?: components["parameters"]["OrderDirection"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ScriptList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "docker",
                 *       "script": "#!/bin/sh\napt-get update && apt-get install --yes docker.io\n"
                 *     }
                 */
                "application/json": components["schemas"]["CreateScriptRequest"];
            };
        };
        responses: {
            201: components["responses"]["ScriptCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteScripts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scripts": [
                 *         "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DeleteScriptsRequest"];
            };
        };
        responses: {
            200: components["responses"]["Deleted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a startup script.
                 * @example e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43
                 */
                scriptId: components["parameters"]["ScriptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Script"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a startup script.
                 * @example e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43
                 */
                scriptId: components["parameters"]["ScriptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstanceGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InstanceGroupList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInstanceGroup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "trainers",
                 *       "description": "The machines of the vision team",
                 *       "location_code": "FIN-01",
                 *       "instance_type": "1A100.22V",
                 *       "template": {
                 *         "image": "ubuntu-24.04-cuda-12.8-open-docker",
                 *         "os_volume": {
                 *           "size": 100
                 *         },
                 *         "ssh_key_ids": [
                 *           "5c8a2f7d-90b1-4e36-bd4f-1a7e6c3d9b02"
                 *         ],
                 *         "startup_script_id": "e04b6d91-3f5c-47a8-92d0-6b8f1c7a5e43"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateInstanceGroupRequest"];
            };
        };
        responses: {
            201: components["responses"]["InstanceGroupCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInstanceGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an instance group. The path shape is not in the spec.
                 * @example 97d3a5c0-6e1b-4f82-8c4d-2b0a9e7f5d16
                 */
                groupId: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InstanceGroup"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateInstanceGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an instance group. The path shape is not in the spec.
                 * @example 97d3a5c0-6e1b-4f82-8c4d-2b0a9e7f5d16
                 */
                groupId: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "The machines of the vision team, since March",
                 *       "template": {
                 *         "startup_script_id": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateInstanceGroupRequest"];
            };
        };
        responses: {
            200: components["responses"]["InstanceGroup"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteInstanceGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of an instance group. The path shape is not in the spec.
                 * @example 97d3a5c0-6e1b-4f82-8c4d-2b0a9e7f5d16
                 */
                groupId: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInferenceModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InferenceModelList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInferenceModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The code of an inference model.
                 * @example llama-3.3-70b-instruct
                 */
                code: components["parameters"]["ModelCode"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["InferenceModel"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listJournal: {
        parameters: {
            query?: {
                /** The page, counted from 1. Out of range is 400 (a reading). */
                page?: components["parameters"]["Page"];
                /** How many items a page has. Out of range is 400 (a reading). */
                pageSize?: components["parameters"]["PageSize"];
                /**
                 * Only the events of this instance or cluster.
                 * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
                 */
                compute_id?: components["parameters"]["JournalComputeId"];
                /** Only the events of this volume. */
                volume_id?: components["parameters"]["JournalVolumeId"];
                /** Only events with this action code. */
                action_code?: components["parameters"]["JournalActionCodeQuery"];
                /** Only events of this type of object. */
                object_type?: components["parameters"]["JournalObjectType"];
                /** Add the user, the instance and the volume to every event. */
                hydrate?: components["parameters"]["Hydrate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["JournalList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listComputeJournal: {
        parameters: {
            query?: {
                /** The page, counted from 1. Out of range is 400 (a reading). */
                page?: components["parameters"]["Page"];
                /** How many items a page has. Out of range is 400 (a reading). */
                pageSize?: components["parameters"]["PageSize"];
                /**
                 * Only the events of this instance or cluster.
                 * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
                 */
                compute_id?: components["parameters"]["JournalComputeId"];
                /** Only the events of this volume. */
                volume_id?: components["parameters"]["JournalVolumeId"];
                /** Only events with this action code. */
                action_code?: components["parameters"]["JournalActionCodeQuery"];
                /** Only events of this type of object. */
                object_type?: components["parameters"]["JournalObjectType"];
                /** Add the user, the instance and the volume to every event. */
                hydrate?: components["parameters"]["Hydrate"];
            };
            header?: never;
            path: {
                /**
                 * The id of an instance or cluster.
                 * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
                 */
                computeId: components["parameters"]["JournalComputePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["JournalList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listVolumeJournal: {
        parameters: {
            query?: {
                /** The page, counted from 1. Out of range is 400 (a reading). */
                page?: components["parameters"]["Page"];
                /** How many items a page has. Out of range is 400 (a reading). */
                pageSize?: components["parameters"]["PageSize"];
                /**
                 * Only the events of this instance or cluster.
                 * @example 8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18
                 */
                compute_id?: components["parameters"]["JournalComputeId"];
                /** Only the events of this volume. */
                volume_id?: components["parameters"]["JournalVolumeId"];
                /** Only events with this action code. */
                action_code?: components["parameters"]["JournalActionCodeQuery"];
                /** Only events of this type of object. */
                object_type?: components["parameters"]["JournalObjectType"];
                /** Add the user, the instance and the volume to every event. */
                hydrate?: components["parameters"]["Hydrate"];
            };
            header?: never;
            path: {
                /**
                 * The id of a volume.
                 * @example 3b9e0c52-71d4-4f6a-8e2b-c5d80a1f7e93
                 */
                volumeId: components["parameters"]["JournalVolumePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["JournalList"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** Only events with this action. */
                action?: components["parameters"]["AuditActionQuery"];
                /** Only events of this type of object. */
                object_type?: components["parameters"]["AuditObjectTypeQuery"];
                /** Events at or after this time, ISO 8601. At most 90 days ago, which is the default. */
                start_date?: components["parameters"]["AuditStart"];
                /** Events at or before this time, ISO 8601. Not before `start_date`. */
                end_date?: components["parameters"]["AuditEnd"];
                /** How many events a page has. */
                page_size?: components["parameters"]["AuditPageSize"];
                /** The cursor of the page before. */
                cursor?: components["parameters"]["AuditCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AuditPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportAuditEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "object_type": "compute",
                 *       "action": "create"
                 *     }
                 */
                "application/json": components["schemas"]["AuditExportRequest"];
            };
        };
        responses: {
            200: components["responses"]["AuditExport"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPrivateNetworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PrivateNetworkList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPrivateNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lab"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePrivateNetworkRequest"];
            };
        };
        responses: {
            201: components["responses"]["PrivateNetworkCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPrivateNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PrivateNetwork"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePrivateNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSubnets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubnetList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSubnet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lab-fin-01",
                 *       "location_code": "FIN-01",
                 *       "cidr": "192.168.0.0/24"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSubnetRequest"];
            };
        };
        responses: {
            201: components["responses"]["SubnetCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSubnet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
                /**
                 * The id of a subnet, with its prefix `sn_`.
                 * @example sn_91e4d7b0c35a2f68d4b91c07
                 */
                subnet_id: components["parameters"]["SubnetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Subnet"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSubnet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
                /**
                 * The id of a subnet, with its prefix `sn_`.
                 * @example sn_91e4d7b0c35a2f68d4b91c07
                 */
                subnet_id: components["parameters"]["SubnetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAddressMappings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AddressMappingList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAddressMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service": "storage",
                 *       "location_code": "FIN-01",
                 *       "source_cidr": "192.168.0.0/25",
                 *       "target_private_network_id": "pn_2d8f6a1c9e4b7350f1a6c3d8",
                 *       "target_cidr": "10.0.0.0/25"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAddressMappingRequest"];
            };
        };
        responses: {
            201: components["responses"]["AddressMappingCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAddressMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
                /**
                 * The id of an address mapping, with its prefix `am_`.
                 * @example am_4c0b8e2f7d15936ae8c2f4b1
                 */
                address_mapping_id: components["parameters"]["AddressMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AddressMapping"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteAddressMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
                /**
                 * The id of an address mapping, with its prefix `am_`.
                 * @example am_4c0b8e2f7d15936ae8c2f4b1
                 */
                address_mapping_id: components["parameters"]["AddressMappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEndpointBindings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EndpointBindingList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEndpointBinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service": "ssh",
                 *       "endpoint_ip": "192.168.0.200",
                 *       "target_workload_id": "8f2c1d3e-5a47-4b90-9c61-0e7d2b4a6f18"
                 *     }
                 */
                "application/json": components["schemas"]["CreateEndpointBindingRequest"];
            };
        };
        responses: {
            201: components["responses"]["EndpointBindingCreated"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEndpointBinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
                /**
                 * The id of an endpoint binding, with its prefix `epb_`.
                 * @example epb_e7a3915c0b6d42f89a1d3e75
                 */
                endpoint_binding_id: components["parameters"]["EndpointBindingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EndpointBinding"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEndpointBinding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * The id of a private network, with its prefix `pn_`.
                 * @example pn_6b1f0c9d2e7a48355d13c0fe
                 */
                private_network_id: components["parameters"]["PrivateNetworkId"];
                /**
                 * The id of an endpoint binding, with its prefix `epb_`.
                 * @example epb_e7a3915c0b6d42f89a1d3e75
                 */
                endpoint_binding_id: components["parameters"]["EndpointBindingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Schema"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Docs"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
