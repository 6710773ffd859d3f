/** Keys and their MD5 fingerprints, both made by ssh-keygen of OpenSSH. */
export const keys = {
  ed25519: {
    text: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJL34C0Fqc1cRqUzRb0yn8v3+1HI1oonaUzjFwk+902K me@laptop',
    fingerprint: 'c4:90:5e:d5:74:8d:44:b7:4b:b7:a6:c7:40:95:9c:c5',
  },
  rsa: {
    text: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCxQe89PllwAXBlr6FtRKmtox+7QSP4TxItKKYxne6s7i+hJ12Ke76engY8bYZg+ZOVW9+goxTTDCqrm8ziqk/cQ97HZEzW+5rAu8dpn7OxkgNKaIDy+rpRWMqm+9tg6xFnkAyEVbaGmZK9F7ZVKCw0cBe24mULJy5WJZ25MFKO1qHxGcCrjGhBE+A9mhgJG5Ejgaci/bDY+3OyEVtkXj8vr9i/oj5dznM9Dqb6SLa1FS8SpqZfEanDab5oZxL16bbhUuWPU2fAZARkUh7VNbv4zHHWBY3cdI/q0QWrJ/ZNxdN1YJkMw/22fBiuc4t/Ga9VDllFcRujujxwxs5VsWqP me@laptop',
    fingerprint: '9d:4a:49:2f:81:1f:d6:03:47:ff:b6:eb:ad:e0:16:1f',
  },
  shortRsa: {
    text: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDNctcBca2b8Lj4kys3brzVHcNcZNzOdanBj73JTsP1jLMvPk2n1hd2CB2eXz54diVAuBQWVzSVBCdnX3rxy1K2l6ywt/c0Zc/8Dg/jY0kbcxi1D4psyKeJQzpI8rr0n4hW8ilL1hxIqjnaHHDr8HOOw0hyDFweg07SMuJQPUtTnw== me@laptop',
    fingerprint: '71:8f:af:89:c8:0d:ab:00:d2:50:e9:97:3d:76:67:f8',
  },
  ecdsa256: {
    text: 'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBOxg0eZzSocOUbBcGJgjz6rSeTwuNN5N3UHIbV3u1sf9+HwUIDYHuSjeB6UFvfUdBHi6mLYwmgU/OO1imIKnTho= me@laptop',
    fingerprint: '7f:97:97:45:67:3d:f5:69:7f:8c:34:53:da:16:dc:32',
  },
  ecdsa384: {
    text: 'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBDoDwVj10BVwiGbfp7GnKZZf1stgpoB17Vdzbk3yxfGJvBJAOzg2zFQOQh35jcpH/3B26IMvxZJyYnk3xV1kDeX+x5dwGdmwUnzJ7d0N4NuZ7mrpzuYM+l/+XaY2uWnAHg== me@laptop',
    fingerprint: '80:cd:f2:8f:0c:6b:17:a6:05:b0:a1:54:d8:69:81:91',
  },
  ecdsa521: {
    text: 'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAHeTufecJOV8TC8pqUOlNb+W3xP6Co7RLpDvW8fpkJ4JkDhAc3lEbYb7ZRYIuouTXy4doJTnKIJwe933LQoLQZ3GwGeC6sgBpv5Y+HkNtkNy3+nTTdckpEMPpIQQHrYA/26E2pbyyxBQf+xBxhJ/rR6NPuFZ/0Nutge7m2cjtdwFeMl0Q== me@laptop',
    fingerprint: 'ff:0f:39:db:06:ac:5a:66:5c:b4:8d:22:16:a6:b9:c0',
  },
  dsa: {
    text: 'ssh-dss AAAAB3NzaC1kc3MAAACBALPbTcTgsSHbQFWPHGQEg/I0Mv8PLt+NW8si93ZoQBOz9IYmNoBSd2759F6ZkDIbr+W1YYcyl7pwCsQVUM6oDQ97MeGno2P5SivAzR8XbmWr15V9ZvonssNYkV/Z5hsfKvYPRUkS7LOreq0CU1SUwsWcaJRwn8omX2P7oC5GBYMhAAAAFQDqjtgA1g41WFdC4bUsuznOfgQydQAAAIEAqfqibz3YhsIeINM6ZVa2ytw1GQW9jCF9ddMrmQs6OuqGy4NWuCfmdB+4aB16WAfW+6Zl0AkZ2rZOUiwj/mjioyZE1NH8L/eFOxr9NzwliiCGCjKn+6tfoqNHQ2J8iuCr0yq3cRI8l81fYGV9uupctR6mgRCgV3lk9/bqoIKf2X4AAACAFyiQOGXvocGg89+e29/r0a4/Hdt1s8qN9/uB6CfrW07wmyPSNJDlohnSCpFF/xfGafbz3qJmY8BY6gS5rPpEcZeuEjbIQ4iTdvbBYja3fvHZUCsswnCOCdKK/IjVHf6Tg7UJsNU4BwnAWMVhrhlandle5L7F4IKluMFS1sI41SE= me@laptop',
    fingerprint: '54:4b:5f:b9:82:2d:9c:3f:a5:68:84:13:08:9d:bb:cc',
  },
  securityKeyEd25519: {
    text: 'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIJL34C0Fqc1cRqUzRb0yn8v3+1HI1oonaUzjFwk+902KAAAABHNzaDo= yubikey',
    fingerprint: 'd6:25:a0:e7:de:fc:7b:5c:b5:fd:f0:ac:0e:95:b1:53',
  },
  securityKeyEcdsa: {
    text: 'sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzdHAyNTYAAABBBOxg0eZzSocOUbBcGJgjz6rSeTwuNN5N3UHIbV3u1sf9+HwUIDYHuSjeB6UFvfUdBHi6mLYwmgU/OO1imIKnThoAAAAEc3NoOg== yubikey',
    fingerprint: '06:cd:5d:2a:a6:41:f9:9c:89:3c:05:d3:d7:a5:67:2d',
  },
} as const;
